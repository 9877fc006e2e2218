"""A headless Chromium that has no way to the network, and what it complained of."""

from __future__ import annotations

import base64
import json
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from selenium.webdriver import Chrome, ChromeOptions
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.by import By
from selenium.webdriver.remote.webelement import WebElement
from selenium.webdriver.support.ui import Select, WebDriverWait

DRIVER = shutil.which("chromedriver")  # Debian's chromium-driver
SWITCHES = (
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--proxy-server=127.0.0.1:9",  # nobody listens there
    "--disable-component-update",
    "--disable-background-networking",
)
LOCAL = ("file:", "data:", "blob:")


@dataclass(frozen=True)
class Browser:
    """One window; a method for each thing that a reader does."""

    chrome: Chrome

    def open(self, page: Path) -> None:
        self.chrome.get(page.as_uri())

    def all(self, selector: str) -> list[WebElement]:
        return self.chrome.find_elements(By.CSS_SELECTOR, selector)

    def one(self, selector: str) -> WebElement:
        return self.chrome.find_element(By.CSS_SELECTOR, selector)

    def texts(self, selector: str) -> list[str]:
        return [each.text for each in self.all(selector)]

    def click(self, selector: str) -> None:
        self.chrome.execute_script("arguments[0].click()", self.one(selector))

    def choose(self, selector: str, value: str) -> None:
        Select(self.one(selector)).select_by_value(value)

    def wait_for(self, selector: str) -> None:
        WebDriverWait(self.chrome, 30).until(lambda _: self.all(selector))

    def value(self, expression: str) -> object:
        return self.chrome.execute_script(f"return {expression}")

    def resize(self, width: int, scheme: str) -> None:
        """The window of a reader with this width and colour scheme."""
        size = {"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": width < 600}
        self.chrome.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
        features = [{"name": "prefers-color-scheme", "value": scheme}]
        self.chrome.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": features})

    def pdf(self) -> bytes:
        """The page as a printer gets it, backgrounds too, on the paper that the page asks for."""
        asked = {"preferCSSPageSize": True}
        found = self.chrome.execute_cdp_cmd("Page.printToPDF", asked)
        return base64.b64decode(found["data"])

    def complaints(self) -> list[str]:
        """What stands in the console since the last look; the driver forgets it then."""
        return [str(entry["message"]) for entry in self._log("browser")]

    def requests(self) -> list[str]:
        """The addresses that were asked for since the last look."""
        entries = (json.loads(each["message"]) for each in self._log("performance"))
        messages = [entry["message"] for entry in entries]
        sent = [each for each in messages if each["method"] == "Network.requestWillBeSent"]
        return [str(each["params"]["request"]["url"]) for each in sent]

    def _log(self, kind: str) -> list[dict[str, str]]:
        found: list[dict[str, str]] = self.chrome.execute("getLog", {"type": kind})["value"]
        return found


@contextmanager
def browser() -> Iterator[Browser]:
    """Chromium, until the end of the block."""
    assert DRIVER is not None, "the tests need chromedriver (Debian: chromium-driver)"
    options = ChromeOptions()
    for switch in SWITCHES:
        options.add_argument(switch)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    chrome = Chrome(options=options, service=Service(DRIVER))
    try:
        found = Browser(chrome)
        found.resize(1280, "light")
        yield found
    finally:
        chrome.quit()
