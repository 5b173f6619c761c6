"""A fleet of many sessions, made from the samples: other devices, versions and paces, the same in every run."""

import json
import random

from support import LOGS

MODELS = ("iPhone15,3", "iPhone16,2", "iPhone17,1", "iPad14,3", "iPhone14,3")
SYSTEMS = ("iOS 26.0", "iOS 26.1")


def write(folder, count, seed=1):
    """Writes `count` sessions below a folder, by the device that they are of."""
    numbers = random.Random(seed)
    samples = {log.stem: log.read_text() for log in LOGS}
    healthy = [name for name in samples if name in ("collaboration", "object-tracking", "onboarding", "placement")]
    faulty = [name for name in samples if name not in healthy]
    for number in range(count):
        version = numbers.choice(("3.1.0", "3.1.0", "3.2.0", "3.2.0", "3.10.0"))
        bad = {"3.1.0": 0.34, "3.2.0": 0.22, "3.10.0": 0.1}[version]
        name = numbers.choice(faulty if numbers.random() < bad else healthy)
        pace = numbers.lognormvariate(0, 0.25)
        day, model = 1 + number % 9, numbers.choice(MODELS)
        lines = []
        for line in samples[name].splitlines():
            if not line.startswith("{"):
                continue
            event = json.loads(line)
            event.pop("time", None)
            if "t" in event:
                event["t"] = round(event["t"] * pace, 3)
            if event["event"] == "log.opened":
                event["time"] = f"2026-05-{day:02}T{number % 24:02}:{number % 60:02}:00Z"
                event |= {"app": "de.example.roomplan", "appVersion": version, "deviceModel": model}
                event["os"] = numbers.choice(SYSTEMS)
            elif event["event"] == "frame.stats" and "fps" in event:
                event["fps"] = round(event["fps"] - numbers.expovariate(0.4), 1)
            elif event["event"] == "log.closed" and numbers.random() < 0.06:
                continue
            lines.append(json.dumps(event))
        place = folder / f"tester-{number % 7 + 1}"
        place.mkdir(parents=True, exist_ok=True)
        (place / f"{number:04}-{name.split('-')[0]}.mcap").write_text("\n".join(lines) + "\n")
