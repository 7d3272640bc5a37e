package io.qcpruner.json;

import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import com.fasterxml.jackson.core.Version;
import com.fasterxml.jackson.databind.introspect.Annotated;
import com.fasterxml.jackson.databind.introspect.AnnotatedMember;
import com.fasterxml.jackson.databind.introspect.NopAnnotationIntrospector;

/**
 * Makes every component of every record required: it must be in the text, and neither it nor what a
 * list or map holds may be null, unless it is an {@link OptionalField}. A record never has to ask.
 */
final class RequiredComponents extends NopAnnotationIntrospector {
  private static final long serialVersionUID = 1;

  @Override
  public Version version() {
    return Version.unknownVersion();
  }

  @Override
  public Boolean hasRequiredMarker(AnnotatedMember member) {
    return member.getDeclaringClass().isRecord() ? isRequired(member) : null;
  }

  @Override
  public JsonSetter.Value findSetterInfo(Annotated element) {
    if (element instanceof AnnotatedMember member && member.getDeclaringClass().isRecord()) {
      JsonSetter.Value whole = JsonSetter.Value.forContentNulls(Nulls.FAIL);
      return isRequired(member) ? whole.withValueNulls(Nulls.FAIL) : whole;
    }
    return JsonSetter.Value.empty();
  }

  private static boolean isRequired(AnnotatedMember member) {
    return member.getDeclaringClass().isRecord() && !member.hasAnnotation(OptionalField.class);
  }
}
