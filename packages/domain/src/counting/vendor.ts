/** A model's name tells who made it, even if someone else serves it. */
const MAKERS: readonly (readonly [name: RegExp, maker: string])[] = [
  [/^(?:gpt|chatgpt|o\d|codex)/u, 'openai'],
  [/^claude/u, 'anthropic'],
  [/^(?:gemini|gemma)/u, 'google'],
  [/^(?:meta-)?llama/u, 'meta'],
  [/^(?:mistral|mixtral|ministral|codestral|devstral|magistral|pixtral)/u, 'mistral'],
  [/^(?:qwen|qwq)/u, 'alibaba'],
  [/^deepseek/u, 'deepseek'],
  [/^grok/u, 'xai'],
  [/^command/u, 'cohere'],
  [/^(?:kimi|moonshot)/u, 'moonshot'],
  [/^glm/u, 'zhipu'],
]

/**
 * Who made a model, judging by its name: `openrouter/anthropic/claude-x` and `anthropic/claude-y` share a vendor. An
 * unknown name belongs to the provider that serves it.
 */
export function vendorOf(model: string): string {
  const parts = model.toLowerCase().split('/')
  const name = parts.at(-1) ?? ''
  // Some servers put the maker before the name, as in `anthropic.claude-x`.
  const own = name.includes('.') ? [name, ...name.split('.').slice(1)] : [name]
  const maker = MAKERS.find(([pattern]) => own.some((each) => pattern.test(each)))
  return maker?.[1] ?? parts[parts.length > 2 ? parts.length - 2 : 0] ?? ''
}
