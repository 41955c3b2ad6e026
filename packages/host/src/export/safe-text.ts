import { clean } from '@convene/domain'
import { type Environment, redactor, secretsIn } from '@convene/platform'
import { withoutPaths } from './without-paths.ts'

type Removed = {
  /** Its keys and passwords are removed, wherever they are. */
  readonly environment: Environment
  readonly workspace: string
  /** Folders of this machine. */
  readonly places: readonly string[]
}

/** A text as others may read it. `name` is the field that it is the value of: `password` says that it is one. */
export type SafeText = (text: string, name?: string) => string

/** The one way in which texts leave this machine. What `all` of them call a secret is removed from each. */
export function safeTexts({ environment, workspace, places }: Removed, all: Iterable<string>): SafeText {
  const plain = withoutKeys(environment, all)
  return (text, name) => withoutPaths(plain(text, name), { workspace, places })
}

/** The same for one text and for programs of this machine, which may know its folders. */
export const textWithoutSecrets = (text: string, environment: Environment): string =>
  withoutKeys(environment, [text])(text)

/**
 * Cleaned first. The other way round, an invisible character or a colour code would hide a key, and it would be shown
 * once the text is cleaned.
 */
function withoutKeys(environment: Environment, all: Iterable<string>): SafeText {
  const found = new Set<string>()
  for (const text of all) for (const secret of secretsIn(clean(text))) found.add(secret)
  const redact = redactor(environment, [...found])
  const inText = (text: string) => String(redact('', text))
  return (text, name = '') => {
    const plain = String(redact(name, clean(text)))
    return plain
      .split('\n')
      .map((line) => withoutMarked(line, inText))
      .join('\n')
  }
}

/** What Markdown does not show: `gh**p_…**` is read as one word. */
const MARKS = /[*`~\\]/gu

/** A line loses its marks if they hide a secret. */
function withoutMarked(line: string, redact: (text: string) => string): string {
  const bare = line.replaceAll(MARKS, '')
  if (bare === line) return line
  const redacted = redact(bare)
  return redacted === bare ? line : redacted
}
