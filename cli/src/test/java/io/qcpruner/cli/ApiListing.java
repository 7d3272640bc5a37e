package io.qcpruner.cli;

import java.io.IOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.GenericArrayType;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.lang.reflect.WildcardType;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The promised types of one module with their promised members, a line each. A member is promised
 * if its type is and if every type in its signature is: a method that hands out a part of the
 * engine is not.
 */
final class ApiListing {
  private static final String OURS = "io.qcpruner.";

  private final Set<String> promised;
  private final String module;

  /**
   * @param promised packages that end with {@code .*}, and single types
   */
  ApiListing(Set<String> promised, String module) {
    this.promised = promised;
    this.module = module;
  }

  String text() throws IOException {
    TreeMap<String, String> types = new TreeMap<>();
    for (Class<?> type : publicTypes(module)) {
      if (isPromised(type)) {
        types.put(type.getName(), describe(type));
      }
    }
    return String.join("\n", types.values());
  }

  /** Public types in classes of a module, nested ones included. */
  static List<Class<?>> publicTypes(String module) throws IOException {
    Path classes = SourceTree.ROOT.resolve(module).resolve("target/classes");
    List<Class<?>> found = new ArrayList<>();
    try (Stream<Path> files = Files.walk(classes)) {
      for (Path file : files.filter(f -> f.toString().endsWith(".class")).sorted().toList()) {
        String name = classes.relativize(file).toString().replace('/', '.');
        if (name.startsWith(OURS) && !name.endsWith("package-info.class")) {
          Class<?> type = load(name.substring(0, name.length() - ".class".length()));
          if (isPublic(type)) {
            found.add(type);
          }
        }
      }
    }
    return found;
  }

  private static Class<?> load(String name) {
    try {
      return Class.forName(name, false, ApiListing.class.getClassLoader());
    } catch (ClassNotFoundException e) {
      throw new AssertionError("not on the class path of this test: " + name, e);
    }
  }

  private static boolean isPublic(Class<?> type) {
    boolean visible = !type.isAnonymousClass() && !type.isLocalClass();
    for (Class<?> c = type; c != null; c = c.getEnclosingClass()) {
      visible &= Modifier.isPublic(c.getModifiers());
    }
    return visible;
  }

  boolean isPromised(Class<?> type) {
    if (!type.getName().startsWith(OURS)) {
      return true;
    }
    boolean listed = promised.contains(type.getPackageName() + ".*");
    for (Class<?> c = type; c != null && !listed; c = c.getEnclosingClass()) {
      listed = promised.contains(c.getCanonicalName());
    }
    return listed && isPublic(type);
  }

  private String describe(Class<?> type) {
    List<String> above = new ArrayList<>();
    if (type.getSuperclass() != null
        && type.getSuperclass() != Object.class
        && !type.isRecord()
        && !type.isEnum()) {
      above.add(name(type.getGenericSuperclass()));
    }
    Stream.of(type.getGenericInterfaces())
        .filter(this::mentionsPromised)
        .map(ApiListing::name)
        .forEach(above::add);
    TreeSet<String> members = new TreeSet<>();
    for (Field field : type.getDeclaredFields()) {
      if (Modifier.isPublic(field.getModifiers()) && mentionsPromised(field.getGenericType())) {
        members.add(field.getName() + ": " + name(field.getGenericType()));
      }
    }
    for (Constructor<?> made : type.getDeclaredConstructors()) {
      if (isPromisedMember(made)) {
        members.add("new" + arguments(made));
      }
    }
    for (Method method : type.getDeclaredMethods()) {
      if (isPromisedMember(method) && mentionsPromised(method.getGenericReturnType())) {
        members.add(
            method.getName() + arguments(method) + ": " + name(method.getGenericReturnType()));
      }
    }
    String kind =
        type.isRecord()
            ? "record"
            : type.isEnum() ? "enum" : type.isInterface() ? "interface" : "class";
    String head = kind + " " + type.getCanonicalName();
    if (type.isRecord()) {
      head +=
          Arrays.stream(type.getRecordComponents())
              .map(RecordComponent::getName)
              .collect(Collectors.joining(", ", "(", ")"));
    }
    String tail = above.isEmpty() ? "" : " : " + String.join(", ", above);
    return head
        + tail
        + "\n"
        + members.stream().map(line -> "  " + line + "\n").collect(Collectors.joining());
  }

  private boolean isPromisedMember(Executable member) {
    boolean visible = (member.getModifiers() & (Modifier.PUBLIC | Modifier.PROTECTED)) != 0;
    return visible
        && !member.isSynthetic()
        && !isGiven(member)
        && Stream.of(member.getGenericParameterTypes()).allMatch(this::mentionsPromised)
        && Stream.of(member.getGenericExceptionTypes()).allMatch(this::mentionsPromised);
  }

  /** What every record and every enum has. */
  private static boolean isGiven(Executable member) {
    Class<?> type = member.getDeclaringClass();
    return type.isRecord() && Set.of("equals", "hashCode", "toString").contains(member.getName())
        || type.isEnum() && Set.of("values", "valueOf").contains(member.getName());
  }

  /** Whether every type in it is promised or not ours. */
  private boolean mentionsPromised(Type type) {
    if (type instanceof Class<?> c) {
      return c.isArray() ? mentionsPromised(c.getComponentType()) : isPromised(c);
    }
    if (type instanceof ParameterizedType p) {
      return mentionsPromised(p.getRawType())
          && Stream.of(p.getActualTypeArguments()).allMatch(this::mentionsPromised);
    }
    if (type instanceof GenericArrayType array) {
      return mentionsPromised(array.getGenericComponentType());
    }
    if (type instanceof WildcardType wildcard) {
      return Stream.of(wildcard.getUpperBounds()).allMatch(this::mentionsPromised);
    }
    return type instanceof TypeVariable<?>;
  }

  private static String arguments(Executable member) {
    return Stream.of(member.getGenericParameterTypes())
        .map(ApiListing::name)
        .collect(Collectors.joining(", ", "(", ")"));
  }

  /** Without packages: no two types of this project have one name. */
  private static String name(Type type) {
    return type.getTypeName().replaceAll("[a-z][\\w]*\\.(?=[\\w.]*[A-Z])", "").replace('$', '.');
  }
}
