import { Agent, type Json } from '@convene/domain'

/** An agent as an editable file: fields that differ from the defaults, and the prompt as the body. */
export function agentText(agent: Agent): string {
  const usual = Agent.parse({ name: agent.name, slug: agent.slug, prompt: agent.prompt }) as Record<string, unknown>
  const { prompt, ...fields } = agent
  const own = Object.entries(fields).filter(
    ([key, value]) => key === 'name' || key === 'slug' || JSON.stringify(value) !== JSON.stringify(usual[key]),
  )
  const lines = own.map(([key, value]) => `${key}: ${written(value as Json)}`)
  return `---\n${lines.join('\n')}\n---\n${prompt.trim()}\n`
}

/** JSON is valid YAML. Words that are plain in both are written without quotes, as people do. */
function written(value: Json): string {
  if (typeof value === 'string') return isPlain(value) ? value : JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map(writtenWord).join(', ')}]`
  if (typeof value !== 'object' || value === null) return String(value)
  const members = Object.entries(value).map(([key, inner]) => `${writtenWord(key)}: ${written(inner as Json)}`)
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`
}

const writtenWord = (value: Json): string =>
  typeof value === 'string' && /^[A-Za-z][\w-]*$/u.test(value) && !isReserved(value) ? value : JSON.stringify(value)

const isPlain = (text: string): boolean =>
  /^\p{L}[^\p{Cc}]*$/u.test(text) && !/[:#"'{}[\],&*!|>%@`\\]/u.test(text) && text === text.trim() && !isReserved(text)

/** Words that YAML does not read as text. */
const isReserved = (text: string): boolean => /^(?:true|false|null|yes|no|on|off|y|n)$/iu.test(text)
