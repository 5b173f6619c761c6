{"t":0,"event":"log.gap","reason":"a\"b\\c/d","lost":127}
{"t":1,"event":"log.gap","lost":1099511627776}
{"t":2,"event":"log.gap","lost":0,"reason":"chair"}
