package io.qcpruner.pocket.train;

import io.qcpruner.pocket.question.Family;
import java.util.Random;

/**
 * One level of the curriculum.
 *
 * @param side patches along a side of the window
 * @param fewest smallest number of objects
 * @param most largest number of objects
 * @param batch pictures per step
 * @param textRows rows of packed turns per picture; 0 trains the tower alone
 * @param longForms share of choice and verbose questions
 */
public record Stage(
    String name, int side, int fewest, int most, int batch, int textRows, double longForms) {

  private static final Family[] SHORT = {
    Family.PRESENCE, Family.COLOR, Family.SHAPE, Family.COUNT, Family.POSITION, Family.RELATION,
    Family.READING
  };

  Family drawFamily(Random random) {
    if (random.nextDouble() < longForms) {
      return random.nextInt(3) < 2 ? Family.CHOICE : Family.VERBOSE;
    }
    return SHORT[random.nextInt(SHORT.length)];
  }
}
