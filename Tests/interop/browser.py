"""A real browser, driven through a pipe in the protocol of its developer tools: no driver and no library is needed."""

import base64
import json
import os
import select
import shutil
import subprocess
import time

ON_MACOS = "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"
NAMES = ("chromium", "chromium-browser", "google-chrome", ON_MACOS)
PROGRAM = next((found for found in map(shutil.which, NAMES) if found), None)


class Browser:
    """One browser with one page, which notes every request, error and dialog."""

    def __init__(self, profile):
        ours, theirs = os.pipe(), os.pipe()
        options = [
            "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--no-first-run",
            "--disable-extensions", "--disable-background-networking", "--disable-component-update",
            "--disable-dev-shm-usage", "--remote-debugging-pipe", f"--user-data-dir={profile}", "about:blank",
        ]
        # The browser reads from its descriptor 3 and writes to 4.
        shell = f'exec "$0" "$@" 3<&{theirs[0]} 4>&{ours[1]}'
        self.process = subprocess.Popen(
            ["sh", "-c", shell, PROGRAM, *options], pass_fds=(theirs[0], ours[1]), stderr=subprocess.DEVNULL
        )
        os.close(theirs[0])
        os.close(ours[1])
        self.reading, self.writing = ours[0], theirs[1]
        self.buffer, self.count, self.session = b"", 0, None
        self.requests, self.errors, self.dialogs = [], [], []
        targets = self.call("Target.getTargets")["targetInfos"]
        page = next(target for target in targets if target["type"] == "page")
        self.session = self.call("Target.attachToTarget", targetId=page["targetId"], flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network", "Accessibility"):
            self.call(domain + ".enable")

    def close(self):
        self.session = None
        self.call("Browser.close")
        self.process.wait(timeout=20)
        os.close(self.reading)
        os.close(self.writing)

    def call(self, method, **parameters):
        """What the browser answers."""
        self.count += 1
        message = {"id": self.count, "method": method, "params": parameters}
        if self.session:
            message["sessionId"] = self.session
        os.write(self.writing, json.dumps(message).encode() + b"\0")
        while True:
            answer = self.next()
            if answer.get("id") == self.count:
                if "error" in answer:
                    raise RuntimeError(f"{method}: {answer['error']}")
                return answer["result"]

    def next(self, seconds=60):
        """The next message; what it tells of the page is noted."""
        end = time.monotonic() + seconds
        while b"\0" not in self.buffer:
            if not select.select([self.reading], [], [], max(0, end - time.monotonic()))[0]:
                raise TimeoutError("the browser says nothing")
            self.buffer += os.read(self.reading, 1 << 20)
        text, self.buffer = self.buffer.split(b"\0", 1)
        message = json.loads(text)
        told = message.get("params", {})
        match message.get("method"):
            case "Network.requestWillBeSent":
                self.requests.append(told["request"]["url"])
            case "Runtime.exceptionThrown":
                self.errors.append(told["exceptionDetails"].get("exception", {}).get("description", "exception"))
            case "Runtime.consoleAPICalled" if told["type"] in ("error", "warning", "assert"):
                self.errors.append(str(told["args"]))
            case "Log.entryAdded" if told["entry"]["level"] in ("error", "warning"):
                self.errors.append(told["entry"]["text"])
            case "Page.javascriptDialogOpening":
                self.dialogs.append(told["message"])
        return message

    def open(self, path, width=1200, height=900, scheme="light"):
        """Opens a file in a window of this size, and waits until it is drawn."""
        self.requests, self.errors, self.dialogs = [], [], []
        self.resize(width, height)
        self.scheme(scheme)
        self.call("Page.navigate", url="file://" + str(path))
        while self.next().get("method") != "Page.loadEventFired":
            pass
        self.settle()

    def resize(self, width, height):
        self.call(
            "Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=width < 500
        )

    def scheme(self, scheme, media=""):
        features = [
            {"name": "prefers-color-scheme", "value": scheme},
            # Nothing may still be on its way when the next thing is done.
            {"name": "prefers-reduced-motion", "value": "reduce"},
        ]
        self.call("Emulation.setEmulatedMedia", media=media, features=features)

    def settle(self):
        """Waits until two frames are drawn."""
        self.run("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(0))))")

    def run(self, script):
        """The value of a script, which is told in the language of the page."""
        answer = self.call("Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in answer:
            raise RuntimeError(answer["exceptionDetails"]["exception"].get("description"))
        return answer["result"].get("value")

    def key(self, key, shift=False):
        text = {"text": key} if len(key) == 1 else {}
        for kind in ("keyDown", "keyUp"):
            self.call("Input.dispatchKeyEvent", type=kind, key=key, modifiers=8 if shift else 0, **text)
        self.settle()

    def mouse(self, kind, x, y, **more):
        self.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, **more)

    def box(self, selector):
        """Where an element is in the window, once it is scrolled there."""
        return self.run(
            f"(() => {{ const e = document.querySelector({json.dumps(selector)});"
            " e.scrollIntoView({block: 'center', behavior: 'instant'});"
            " const r = e.getBoundingClientRect(); return [r.x, r.y, r.width, r.height]; })()"
        )

    def click(self, selector):
        x, y, width, height = self.box(selector)
        x, y = x + width / 2, y + height / 2
        for kind in ("mousePressed", "mouseReleased"):
            self.mouse(kind, x, y, button="left", clickCount=1)
        self.settle()

    def screenshot(self, path, isWhole=True):
        picture = self.call("Page.captureScreenshot", format="png", captureBeyondViewport=isWhole)
        with open(path, "wb") as file:
            file.write(base64.b64decode(picture["data"]))
