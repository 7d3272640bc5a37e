// The very request of a column for other clients; the key is $KEY and the picture or clip a file.

function withoutPicture(body) {
  const copy = structuredClone(body);
  delete copy.stream;
  delete copy.stream_options;
  for (const message of copy.messages) {
    if (Array.isArray(message.content)) {
      for (const part of message.content) {
        if (part.type === "image_url") part.image_url.url = "data:image/png;base64,FILE";
        if (part.type === "video_url") part.video_url.url = "data:video/mp4;base64,FILE";
      }
    }
  }
  return copy;
}

function isClip(body) {
  return body.messages.some(m => Array.isArray(m.content) && m.content.some(p => p.type === "video_url"));
}

function file(body) { return isClip(body) ? "clip.mp4" : "picture.png"; }

export function curl(origin, body) {
  return `cat <<END | curl -s ${origin}/v1/chat/completions -H "Authorization: Bearer $KEY" -H "Content-Type: application/json" -d @-\n`
    + JSON.stringify(withoutPicture(body)).replace(/[\\$\`]/g, c => "\\" + c).replace("FILE", `$(base64 -w0 ${file(body)})`) + "\nEND\n";
}

function question(body) {
  const content = body.messages[body.messages.length - 1].content;
  return Array.isArray(content) ? content.find(p => p.type === "text").text : content;
}

export function python(origin, body) {
  const pruning = JSON.stringify(body.pruning); // strings and numbers, which Python writes alike
  const [kind, head] = isClip(body) ? ["video_url", "data:video/mp4;base64,"] : ["image_url", "data:image/png;base64,"];
  return `import base64, os
from openai import OpenAI

client = OpenAI(base_url="${origin}/v1", api_key=os.environ.get("KEY", "none"))
data = base64.b64encode(open("${file(body)}", "rb").read()).decode()
reply = client.chat.completions.create(
    model=${JSON.stringify(body.model)},
    max_tokens=${body.max_tokens},
    messages=[{"role": "user", "content": [
        {"type": "${kind}", "${kind}": {"url": "${head}" + data}},
        {"type": "text", "text": ${JSON.stringify(question(body))}}]}],
    extra_body={"pruning": ${pruning}})
print(reply.choices[0].message.content)
print(reply.model_extra["pruning"]["kept_tokens"])
`;
}

export function java(origin, body) {
  const entries = Object.entries(body.pruning).map(([k, v]) => `${JSON.stringify(k)}, ${JSON.stringify(v)}`).join(", ");
  return `OpenAIClient client = OpenAIOkHttpClient.builder()
    .baseUrl("${origin}/v1").apiKey(System.getenv().getOrDefault("KEY", "none")).build();
String picture = Base64.getEncoder().encodeToString(Files.readAllBytes(Path.of("picture.png")));
ChatCompletion reply = client.chat().completions().create(ChatCompletionCreateParams.builder()
    .model(${JSON.stringify(body.model)})
    .maxCompletionTokens(${body.max_tokens})
    .addUserMessageOfArrayOfContentParts(List.of(
        ChatCompletionContentPart.ofImageUrl(ChatCompletionContentPartImage.builder().imageUrl(
            ChatCompletionContentPartImage.ImageUrl.builder().url("data:image/png;base64," + picture).build()).build()),
        ChatCompletionContentPart.ofText(ChatCompletionContentPartText.builder().text(${JSON.stringify(question(body))}).build())))
    .putAdditionalBodyProperty("pruning", JsonValue.from(Map.of(${entries})))
    .build());
System.out.println(reply.choices().get(0).message().content().orElse(""));
`;
}

export const FORMS = { curl, python, java };
