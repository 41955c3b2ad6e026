import { type ContextLine, headings, imageText, items, type ModelRequest, type TaskKind } from '@convene/domain'
import { cleanQuote } from './quote.ts'

/** Someone else's message, as a prompt shows it: `### Ada [m3]`. */
export type Earlier = { readonly author: string; readonly id: string; readonly text: string }

type Sections = { readonly [name: string]: string }

/** A parsed request: who is asked, for what, and what came before. */
export type ParsedAsk = {
  readonly kind: TaskKind
  /** The declared answer that the request asks for, if it names one. */
  readonly answer: string
  readonly name: string
  /** What is asked, in the words of the user or of the agent that assigned it. */
  readonly subject: string
  /** What the run is about, in the user's words. */
  readonly goal: string
  /** The request without its heading. */
  readonly body: string
  readonly sections: Sections
  /** The newest version of each section that this agent was ever shown. */
  readonly known: Sections
  readonly options: readonly string[]
  readonly earlier: readonly Earlier[]
  /** Everything that this agent was asked, and what it has answered. */
  readonly asked: string
  readonly said: string
  /** Attached images, as descriptions: a rehearsal cannot see them. */
  readonly images: readonly string[]
}

export function readAsk({ lines: all, system, agent, answer }: ModelRequest): ParsedAsk {
  const lines = [...items(all)]
  const last = lines.findLastIndex((line) => line.role === 'user' && /^# \S/.test(line.text))
  const asks = lines.slice(0, last + 1).flatMap((line) => (line.role === 'user' ? [readText(line.text)] : []))
  const { kind, body, sections } = asks.at(-1) ?? readText('')
  const goals = asks.flatMap((one) => goalIn(one.sections) ?? [])
  const subject = sections['Your Assigned Task'] ?? sections.Question ?? goalIn(sections) ?? goals[0] ?? body
  return {
    kind,
    answer: answer?.name ?? '',
    name: cleanQuote(/^You are (.+?), \S+ of the team /.exec(system)?.[1] ?? agent) || 'Agent',
    subject,
    goal: goals[0] ?? subject,
    body,
    sections,
    known: Object.assign({}, ...asks.map((one) => one.sections)) as Sections,
    options: [...(sections.Options ?? '').matchAll(/^(?:\d{1,2}|[A-Z])\. (.{1,400})$/gm)].map(([, option = '']) =>
      cleanQuote(option),
    ),
    earlier: [...asks.flatMap((one) => messagesIn(one.sections)), ...reportsIn(lines)],
    asked: asks.map((one) => one.body).join('\n\n'),
    said: lines.flatMap((line) => (line.role === 'assistant' ? [line.text] : [])).join('\n\n'),
    images: lines.flatMap((line) => (line.role === 'user' ? (line.images ?? []) : [])).map(imageText),
  }
}

type Read = { readonly kind: TaskKind; readonly body: string; readonly sections: Sections }

function readText(text: string): Read {
  const [, title = '', whole = text] = /^# ([^\n]+)\n?([\s\S]*)$/.exec(text) ?? []
  const body = whole.replace(/^\s*Current date: .*\n/u, '')
  return { kind: kindUnder(title.trim()) ?? 'respond', body: body.trim(), sections: sectionsIn(body) }
}

const kindUnder = (heading: string): TaskKind | undefined =>
  (Object.keys(headings) as TaskKind[]).find((kind) => headings[kind] === heading)

/**
 * Only the goal and our prompts have level-two headings. The goal comes first, so if two sections have the same name,
 * the last one is ours, except for the goal itself.
 */
function sectionsIn(body: string): Sections {
  const [own = '', ...parts] = body.split(/^## (.+)$/m)
  const sections: Record<string, string> = { '': own.trim() }
  for (let at = 0; at < parts.length; at += 2) {
    const name = (parts[at] ?? '').trim()
    if (name !== 'Goal' || sections.Goal === undefined) sections[name] = (parts[at + 1] ?? '').trim()
  }
  return sections
}

/** In a panel, the goal is in the topic, as this model writes it. */
function goalIn(sections: Sections): string | undefined {
  const { Topic, Goal, '': own } = sections
  const goal = Goal ?? sections['Original User Request (context)'] ?? own
  if (goal) return goal
  return Topic === undefined ? undefined : (/^\*\*Goal:?\*\* (.+)$/m.exec(Topic)?.[1] ?? Topic)
}

const SHOWN = ['Previous responses', 'Conversation', 'Transcript', 'Board', 'Arguments', 'Deliberation']

function messagesIn(sections: Sections): readonly Earlier[] {
  const text = SHOWN.flatMap((name) => sections[name] ?? []).join('\n\n')
  const [, ...parts] = text.split(/^### (.{1,80}?)(?: \[(m\d{1,9})\])?[ \t]{0,9}$/m)
  const found: Earlier[] = []
  for (let at = 0; at < parts.length; at += 3)
    found.push({ author: cleanQuote(parts[at] ?? ''), id: parts[at + 1] ?? '', text: (parts[at + 2] ?? '').trim() })
  return found.filter(({ text: said }) => said !== '')
}

/** The reports of those who were given work. */
function reportsIn(lines: readonly ContextLine[]): readonly Earlier[] {
  const calls = lines.flatMap((line) => (line.role === 'assistant' ? line.calls : []))
  return lines.flatMap((line) => {
    if (line.role !== 'tool' || line.tool !== 'delegateWork' || !line.ok) return []
    const input = calls.find(({ id }) => id === line.call)?.input
    const author = input !== null && typeof input === 'object' && 'agentName' in input ? String(input.agentName) : ''
    return [{ author: cleanQuote(author), id: '', text: line.output }]
  })
}

/** The value of a line such as `POSITION: Wait`, from its last occurrence. */
export const lineIn = (text: string, word: string): string | undefined =>
  text
    .match(new RegExp(`^${word}: .+$`, 'gm'))
    ?.at(-1)
    ?.slice(word.length + 2)
