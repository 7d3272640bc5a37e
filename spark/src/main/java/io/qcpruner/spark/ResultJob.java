package io.qcpruner.spark;

import java.io.Serializable;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.spark.SparkException;
import org.apache.spark.TaskContext;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import scala.collection.Iterator;
import scala.collection.immutable.Seq;
import scala.jdk.javaapi.CollectionConverters;
import scala.reflect.ClassTag;
import scala.reflect.ClassTag$;
import scala.runtime.AbstractFunction2;
import scala.runtime.BoxedUnit;

/**
 * One Spark job over all batches whose results are handled as they arrive. The scheduler hands over
 * one result per batch, whatever was retried or run twice. The only class with Scala types.
 */
final class ResultJob {

  private ResultJob() {}

  /** Returns when every batch has its result; throws when the job failed or was cancelled. */
  static void run(
      JavaSparkContext context,
      List<TaskBatch> batches,
      Broadcast<ExecutorSetup> setup,
      BatchWork work,
      ResultHandler handler)
      throws SparkException {
    ClassTag<byte[]> bytes = ClassTag$.MODULE$.apply(byte[].class);
    List<Object> numbers = IntStream.range(0, batches.size()).<Object>mapToObj(i -> i).toList();
    Seq<Object> partitions = CollectionConverters.asScala(numbers).toSeq();
    JavaRDD<TaskBatch> rdd = context.parallelize(batches, batches.size());
    context
        .sc()
        .runJob(rdd.rdd(), new Attempt(setup, work), partitions, new Arrival(handler), bytes);
  }

  /** The function that runs on an executor. */
  private static final class Attempt
      extends AbstractFunction2<TaskContext, Iterator<TaskBatch>, byte[]> implements Serializable {
    private static final long serialVersionUID = 1;
    private final Broadcast<ExecutorSetup> setup;
    private final BatchWork work;

    Attempt(Broadcast<ExecutorSetup> setup, BatchWork work) {
      this.setup = setup;
      this.work = work;
    }

    @Override
    public byte[] apply(TaskContext context, Iterator<TaskBatch> partition) {
      TaskBatch batch = partition.next();
      assert !partition.hasNext() : "a partition is one batch";
      return ExecutorModel.of(setup.value())
          .use(model -> work.run(model, batch, context::isInterrupted))
          .toBytes();
    }
  }

  /** The function that takes a result on the driver. */
  private static final class Arrival extends AbstractFunction2<Object, byte[], BoxedUnit> {
    private final ResultHandler handler;

    Arrival(ResultHandler handler) {
      this.handler = handler;
    }

    @Override
    public BoxedUnit apply(Object partition, byte[] result) {
      handler.take((Integer) partition, result);
      return BoxedUnit.UNIT;
    }
  }
}
