import EventLog

/// What every page has around its content: it needs nothing else, and fetches nothing.
struct PageFrame {
    let title: String
    /// Style sheets and scripts, in an order in which each finds what it needs.
    let styles: [[UInt8]]
    let scripts: [[UInt8]]
    /// Where the link goes that leads past the header, and what it says.
    let skip: (target: String, text: String)

    /// Nothing may be fetched from anywhere. Style and script are inline, as a page of one file has them; that these are
    /// allowed gives a log's texts nothing, because none of them is ever written as markup (`HTMLWriter`, and
    /// `textContent` in the script).
    private static let policy =
        "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"

    func begin(_ html: inout HTMLWriter) {
        html.raw("<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n")
        html.raw("<meta http-equiv=\"Content-Security-Policy\" content=\"\(Self.policy)\">\n")
        html.raw("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n")
        html.raw("<meta name=\"color-scheme\" content=\"light dark\">\n")
        html.raw("<meta name=\"referrer\" content=\"no-referrer\">\n")
        html.element("title", title)
        html.raw("\n<style>\n")
        for part in styles { html.raw(part) }
        html.raw("</style>\n</head>\n<body>\n")
        html.element("a", ["class": "skip", "href": "#" + skip.target], skip.text)
        html.raw("\n")
    }

    /// The end, with the data that the scripts read.
    func end(_ html: inout HTMLWriter, data: (inout HTMLWriter) -> Void = { _ in }) {
        html.raw(
            "<footer><p>Made by arlog \(ArlogVersion.string). This page fetches nothing and sends nothing.</p></footer>\n"
        )
        data(&html)
        html.raw("<script>\n\"use strict\";\n{\n")
        for part in scripts { html.raw(part) }
        html.raw("}\n</script>\n</body>\n</html>\n")
    }

    /// The sentence at the top, with a word that needs no colour.
    static func verdict(_ level: String, _ badge: String, _ sentence: String, to html: inout HTMLWriter) {
        html.open("div", ["class": "verdict " + level])
        html.element("p", ["class": "badge"], badge)
        html.element("h1", sentence)
        html.raw("</div>\n")
    }

    /// The line below it: what it is about.
    static func about(
        _ title: String, _ facts: [String], isShared: Bool, to html: inout HTMLWriter
    ) {
        html.raw("<p class=\"about\">")
        html.element("strong", title)
        for fact in facts {
            html.raw(" <span>")
            html.text(fact)
            html.raw("</span>")
        }
        if isShared {
            html.raw(" <span class=\"shared\">shared: names, texts and places left out</span>")
        }
        html.raw("</p>\n")
    }
}
