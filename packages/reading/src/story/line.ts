/** How important a line is to the reader. */
export type Tone = 'plain' | 'good' | 'asked' | 'warning' | 'bad'

/** The lowest verbosity at which it is shown. `log`: only where every event has a line, such as a timeline. */
export type Level = 'brief' | 'detailed' | 'full' | 'log'

export type Verbosity = Exclude<Level, 'log'>

/** What people read about one event. Nothing in it is sanitized: the surface that shows it does that. */
export type Line = {
  readonly level: Level
  readonly tone: Tone
  /** The slug of the sentence's subject. Empty for the session itself. */
  readonly who: string
  /** What goes between the name and the text. */
  readonly link: ' ' | ': '
  /** The program's words. */
  readonly text: string
  /** The words of an agent, a tool or the user. */
  readonly body: string
  /** Further lines that belong to it. */
  readonly more: readonly string[]
}

type Rest = Partial<Pick<Line, 'tone' | 'who' | 'link' | 'body' | 'more'>>

const line = (
  level: Level,
  text: string,
  { tone = 'plain', who = '', link = ': ', body = '', more = [] }: Rest,
): Line => ({
  level,
  tone,
  who,
  link,
  text,
  body,
  more,
})

/** `brief('Paused')`. With `who`, the name precedes the text. */
export const brief = (text: string, rest: Rest = {}): Line => line('brief', text, rest)
export const detailed = (text: string, rest: Rest = {}): Line => line('detailed', text, rest)
export const full = (text: string, rest: Rest = {}): Line => line('full', text, rest)
export const logged = (text: string, rest: Rest = {}): Line => line('log', text, rest)

/** ` by Ada`, if several people share sessions. On a personal machine nobody is named. */
export const byText = ({ person }: { readonly person?: { readonly name: string } }): string =>
  person ? ` by ${person.name}` : ''

/** `Ada voted`: the text continues the name. */
export const does = (who: string): { readonly who: string; readonly link: ' ' } => ({ who, link: ' ' })

const ranks: Readonly<Record<Level, number>> = { brief: 0, detailed: 1, full: 2, log: 3 }

/** Whether something with this level is shown at this verbosity. */
export const isShown = (level: Level, verbosity: Verbosity): boolean => ranks[level] <= ranks[verbosity]

/** The line without its subject, for surfaces that show the name next to it. */
export function textOf({ text, body }: Pick<Line, 'text' | 'body'>): string {
  if (text === '' || body === '') return text + body
  return `${text}${/[.?!:]$/u.test(text) ? ' ' : ': '}${body}`
}

/** The whole sentence. */
export const sentenceOf = (
  line: Pick<Line, 'who' | 'link' | 'text' | 'body'>,
  name: (slug: string) => string,
): string => (line.who === '' ? textOf(line) : `${name(line.who)}${line.link}${textOf(line)}`)
