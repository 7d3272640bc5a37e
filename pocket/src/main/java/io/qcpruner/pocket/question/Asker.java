package io.qcpruner.pocket.question;

import java.util.Optional;
import java.util.Random;

/** Asks questions of one family; empty when this scene, with these draws, allows none. */
@FunctionalInterface
interface Asker {
  Optional<Question> ask(SceneFacts scene, Random random);

  static String pick(Random random, String... of) {
    return of[random.nextInt(of.length)];
  }
}
