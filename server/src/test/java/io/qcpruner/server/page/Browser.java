package io.qcpruner.server.page;

import io.qcpruner.testkit.Await;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.logging.Level;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.openqa.selenium.OutputType;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.interactions.Actions;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;

/**
 * The system's Chromium without a window. Where it is missing the tests say so by name and are
 * skipped, unless {@code -Dbrowser.tests=required}.
 */
final class Browser implements AutoCloseable {
  private final ChromeDriver driver;

  Browser(int width, int height, boolean dark) {
    Path browser = find("chromium", "chromium-browser", "google-chrome");
    Path control = find("chromedriver");
    ChromeOptions options = new ChromeOptions();
    options.setBinary(browser.toFile());
    options.addArguments(
        "--headless=new",
        "--no-sandbox",
        "--disable-dev-shm-usage",
        "--disable-gpu",
        "--window-size=" + width + "," + height);
    if (dark) {
      options.addArguments("--force-dark-mode");
    }
    LoggingPreferences logs = new LoggingPreferences();
    logs.enable(LogType.BROWSER, Level.ALL);
    logs.enable(LogType.PERFORMANCE, Level.ALL);
    options.setCapability("goog:loggingPrefs", logs);
    ChromeDriverService service =
        new ChromeDriverService.Builder()
            .usingDriverExecutable(control.toFile())
            .usingAnyFreePort()
            .build();
    this.driver = new ChromeDriver(service, options);
    driver.manage().timeouts().scriptTimeout(Duration.ofSeconds(60));
  }

  /** Skips the test, or fails it where browsers are required, if a program is missing. */
  private static Path find(String... names) {
    for (String name : names) {
      Optional<Path> found =
          Stream.of(System.getenv("PATH").split(":"))
              .map(folder -> Path.of(folder, name))
              .filter(Files::isExecutable)
              .findFirst();
      if (found.isPresent()) {
        return found.get();
      }
    }
    String message =
        "SKIPPED: tests of the page need " + names[0] + " (Debian: chromium and chromium-driver)";
    if ("required".equals(System.getProperty("browser.tests"))) {
      throw new IllegalStateException(message);
    }
    System.out.println(message);
    return Assumptions.abort(message);
  }

  ChromeDriver driver() {
    return driver;
  }

  Object script(String text, Object... arguments) {
    return driver.executeScript(text, arguments);
  }

  /** Waits until an expression is true. */
  void until(String expression) throws Exception {
    Await.until(
        expression, () -> Boolean.TRUE.equals(script("return Boolean(" + expression + ")")));
  }

  /** Waits until the page has been drawn some times. */
  void frames(int count) {
    driver.executeAsyncScript(
        "const done = arguments[1]; let left = arguments[0];"
            + "const next = () => left-- > 0 ? requestAnimationFrame(next) : done(); next();",
        count);
  }

  /** What the system would say its user prefers: names and values in turns. */
  void prefer(String... pairs) {
    List<Map<String, String>> features = new ArrayList<>();
    for (int i = 0; i < pairs.length; i += 2) {
      features.add(Map.of("name", pairs[i], "value", pairs[i + 1]));
    }
    driver.executeCdpCommand("Emulation.setEmulatedMedia", Map.of("features", features));
  }

  /** A screen of this size, whatever the window's borders take. */
  void wide(int width, int height) {
    driver.executeCdpCommand(
        "Emulation.setDeviceMetricsOverride",
        Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", false));
  }

  /** A telephone's width. */
  void narrow(int width, int height) {
    driver.executeCdpCommand(
        "Emulation.setDeviceMetricsOverride",
        Map.of("width", width, "height", height, "deviceScaleFactor", 2, "mobile", true));
  }

  /** Files that the page hands out go there. */
  void downloadTo(Path folder) {
    driver.executeCdpCommand(
        "Browser.setDownloadBehavior",
        Map.of("behavior", "allow", "downloadPath", folder.toString()));
  }

  /** Keys to whatever has the focus. */
  void press(CharSequence... keys) {
    new Actions(driver).sendKeys(keys).perform();
  }

  /** Severe messages of the console. */
  List<String> consoleErrors() {
    return driver.manage().logs().get(LogType.BROWSER).getAll().stream()
        .filter(entry -> entry.getLevel().intValue() >= Level.SEVERE.intValue())
        .map(entry -> entry.getMessage())
        .toList();
  }

  /** Every address that was asked for. */
  List<String> requests() {
    return driver.manage().logs().get(LogType.PERFORMANCE).getAll().stream()
        .map(entry -> entry.getMessage())
        .filter(message -> message.contains("\"Network.requestWillBeSent\""))
        .map(message -> message.replaceAll(".*\"request\":\\{.*?\"url\":\"([^\"]{0,200}).*", "$1"))
        .toList();
  }

  void screenshot(Path file) throws IOException {
    Files.createDirectories(file.getParent());
    Files.write(file, driver.getScreenshotAs(OutputType.BYTES));
  }

  @Override
  public void close() {
    driver.quit();
  }
}
