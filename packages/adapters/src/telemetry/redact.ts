import type { Environment } from '../models/model-configuration.ts'

const mark = '[redacted]'
const secretName = /(api[_-]?key|secret|token|password|passwd|credential|authorization|cookie)/i
/** `input_tokens` and `maxTokens` are counts, not secrets. */
const countName = /tokens$/i

/** Shapes of keys that providers and code hosts hand out, and of what stands after a name that says "secret". */
const shapes = [
  /\bsk-[\w-]{16,}/g,
  /\bAIza[\w-]{30,}/g,
  /\b(?:gh[opusr]|github_pat|glpat)[_-]\w{16,}/g,
  /\bxox[abposr]-[\w-]{10,}/g,
  /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/g,
  /\beyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]+/g,
  /(?<=\b(?:Bearer|Basic)\s+)[\w.~+/=-]{8,}/gi,
  /(?<=[?&](?:api_?key|key|token|access_token|secret|password|sig)=)[^&\s"']+/gi,
  /(?<=\/\/[^/\s:@]+:)[^/\s@]+(?=@)/g,
]

/** Takes keys and tokens out of what is written for operators: by their shape, and by the values of this environment. */
export function redactor(environment: Environment): (name: string, value: unknown) => unknown {
  const known = Object.entries(environment)
    .filter(([name, value]) => secretName.test(name) && (value ?? '').length >= 8)
    .map(([, value]) => value ?? '')
    .toSorted((one, other) => other.length - one.length)
  const redact = (text: string) =>
    shapes.reduce(
      (rest, shape) => rest.replace(shape, mark),
      known.reduce((rest, value) => rest.replaceAll(value, mark), text),
    )
  return (name, value) => {
    if (typeof value !== 'string') return value
    return secretName.test(name) && !countName.test(name) ? mark : redact(value)
  }
}
