package io.qcpruner.core.prune;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** Each kind of setting reads what it writes and refuses the rest by name. */
class SettingTest {

  private enum Fruit {
    APPLE,
    BLOOD_ORANGE
  }

  @Test
  void everyKindReadsWhatItWrites() {
    Setting<Integer> whole = Setting.whole("steps", "how many").withDefault(3);
    assertEquals(-4, whole.parse(" -4 "));
    assertEquals("-4", whole.print(-4));
    assertEquals(0.25, Setting.real("tau", "temperature").parse("0.25"));
    assertEquals("0.25", Setting.real("tau", "temperature").print(0.25));
    assertTrue(Setting.flag("on", "whether").parse("true"));
    assertFalse(Setting.flag("on", "whether").parse("false"));
    assertEquals("true", Setting.flag("on", "whether").print(true));
    Setting<Fruit> fruit = Setting.choice("fruit", "which", Fruit.class);
    assertEquals(Fruit.BLOOD_ORANGE, fruit.parse("Blood-Orange"));
    assertEquals("blood-orange", fruit.print(Fruit.BLOOD_ORANGE));
    assertEquals(7, Setting.natural("at", "where").parse("7"));
    assertEquals("7", Setting.natural("at", "where").print(7));
    assertEquals(1.0, Setting.share("part", "how much").parse("1"));
    assertEquals(0.0, Setting.share("part", "how much").parse("0"));
    assertEquals("0.5", Setting.share("part", "how much").print(0.5));
  }

  @Test
  void whatIsNoValueIsRefusedByName() {
    refused("steps must be a whole number, not \"x\"", Setting.whole("steps", ""), "x");
    refused("tau must be a number, not \"NaN\"", Setting.real("tau", ""), "NaN");
    refused("tau must be a number, not \"-Infinity\"", Setting.real("tau", ""), "-Infinity");
    refused("on must be true or false, not \"yes\"", Setting.flag("on", ""), "yes");
    refused(
        "fruit must be one of apple, blood-orange, not \"pear\"",
        Setting.choice("fruit", "", Fruit.class),
        "pear");
    refused("at must be a whole number, 0 or more, not \"-1\"", Setting.natural("at", ""), "-1");
    refused("part must be a number in [0, 1], not \"1.01\"", Setting.share("part", ""), "1.01");
    refused("part must be a number in [0, 1], not \"-0.1\"", Setting.share("part", ""), "-0.1");
    assertThrows(IllegalArgumentException.class, () -> Setting.whole("Steps", ""));
    assertThrows(IllegalArgumentException.class, () -> Setting.whole("", ""));
  }

  private static void refused(String message, Setting<?> setting, String text) {
    assertEquals(
        message,
        assertThrows(IllegalArgumentException.class, () -> setting.parse(text)).getMessage());
  }

  @Test
  void helpPagesFindWhatTheyPrint() {
    Setting<Integer> steps = Setting.whole("steps", "how many");
    assertEquals("steps", steps.name());
    assertEquals("steps", steps.toString());
    assertEquals("how many", steps.help());
    assertEquals("a whole number", steps.values());
    assertEquals("the model's", steps.defaultText());
    assertTrue(steps.defaultValue().isEmpty());
    assertEquals("3", steps.withDefault(3).defaultText());
    assertEquals(3, steps.withDefault(3).defaultValue().orElseThrow());
    assertEquals("half of them", steps.withDefaultText("half of them").defaultText());
    assertTrue(steps.withDefaultText("half of them").defaultValue().isEmpty());
    assertEquals("how many", steps.withDefault(3).help());
  }

  @Test
  void settingsWithTheSameValuesAreEqual() {
    Setting<Integer> steps = Setting.whole("steps", "");
    Settings three = Settings.NONE.with(steps, 3);
    assertEquals(Settings.parse("steps=3"), three);
    assertEquals(Settings.parse("steps=3").hashCode(), three.hashCode());
    assertNotEquals(Settings.parse("steps=4").hashCode(), three.hashCode());
    assertNotEquals(Settings.parse("steps=4"), three);
    assertNotEquals(three, Settings.NONE);
    assertNotEquals(three, (Object) "steps=3");
    assertTrue(three.has(steps) && three.has("steps"));
    assertFalse(three.has(Setting.whole("other", "")));
    assertEquals(3, three.get(steps.withDefault(5)));
    assertEquals(5, Settings.NONE.get(steps.withDefault(5)));
    IllegalStateException e =
        assertThrows(IllegalStateException.class, () -> Settings.NONE.get(steps));
    assertEquals("steps has no fixed default", e.getMessage());
    String message =
        assertThrows(IllegalArgumentException.class, () -> Settings.parse("=3")).getMessage();
    assertEquals("a setting is name=value, not \"=3\"", message);
  }
}
