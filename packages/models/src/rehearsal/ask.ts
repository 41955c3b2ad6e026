import { Heading, imageText, items, type Line, type ModelRequest } from '@convene/domain'
import { clean } from './quote.ts'

/** An earlier message from another agent, the user, or this agent itself. */
export type Earlier = { readonly author: string; readonly id: string; readonly text: string }

/** One of several options, with its votes if known. */
export type Choice = { readonly option: string; readonly votes: number }

/** A parsed request: who is asked, for what, and what came before. */
export type Ask = {
  readonly heading: Heading
  readonly name: string
  readonly slug: string
  readonly prompt: string
  readonly workspace: string
  /** The current request. */
  readonly text: string
  /** The earlier subject of the conversation, unless this is its first request. */
  readonly goal: string
  readonly added: string
  /** The text under each section heading. */
  readonly sections: { readonly [name: string]: string }
  /** The options to choose from, and how many have chosen each so far. */
  readonly options: readonly Choice[]
  readonly earlier: readonly Earlier[]
  /** Attached images, as descriptions: a rehearsal cannot see them. */
  readonly images: readonly string[]
}

const SECTIONS =
  /^## (Previous responses|Missing responses|Earlier in this session|The answer that the user picked|Added by the user|Original User Request \(context\)|Your Assigned Task|Your Report|Goal|Members|Routing|How to assign|How to answer|How to judge|What to plan|Go over it|When you are done|Adjustments|Failed|Evaluation of iteration \d{1,6}|Result of iteration \d{1,6} of \d{1,6}|Options|Evidence|Deliberation|Votes|What is asked|Team|Plan|Tools|Acceptance|Step|Steps|Report|Reports of the steps before|Changed|What you must know|How to end|Offered|Blocked|Decisions|Question|Conversation|Transcript|Topic|Summary of the discussion so far|Board|Positions held now|From the moderator|Your turn|Position ledger|Result of the ballot|Ballots|Vetoes|What moderation stopped|Who could not speak|Answers|What should change)[ \t]*$/m

export function readAsk(request: ModelRequest): Ask {
  const lines = [...items(request.lines)]
  const last = lines.findLastIndex((line) => line.role === 'user' && /^# \S/.test(line.text))
  const { heading, body } = splitHeading(textOf(lines[last]))
  const sections = sectionsOf(body)
  const text = sections['Your Assigned Task'] ?? sections.Question ?? ownText(sections, lines.slice(0, last + 1))
  const { name, prompt } = readSystem(request.system)
  return {
    heading,
    name: name || request.agent || 'Agent',
    slug: request.agent,
    prompt,
    workspace: request.workspace,
    text,
    goal: sections.Goal ?? sections['Original User Request (context)'] ?? firstGoal(lines.slice(0, last)) ?? '',
    added: sections['Added by the user'] ?? '',
    sections,
    options: optionsIn(sections),
    images: lines.flatMap((line) => (line.role === 'user' ? (line.images ?? []) : [])).map(imageText),
    earlier: [...saidBefore(lines.slice(0, last)), ...responsesIn(sections)],
  }
}

/** The request's own text. In a panel, the goal of its topic, which may have been given long before. */
function ownText(sections: { readonly [name: string]: string }, lines: readonly Line[]): string {
  const said = sections[''] || sections.Goal
  if (said) return said
  const topics = lines.flatMap((line) => sectionsOf(splitHeading(textOf(line)).body).Topic ?? [])
  const topic = topics.at(-1)
  if (topic === undefined) return firstGoal(lines) ?? ''
  return /^\*\*Goal\*\* (.+)$/m.exec(topic)?.[1] ?? topic
}

/** `1. <option>` under Options; `- <option>: <count>` under Votes. */
function optionsIn(sections: { readonly [name: string]: string }): readonly Choice[] {
  const listed = [...(sections.Options ?? '').matchAll(/^\d{1,2}\. (.{1,400})$/gm)].map((match) =>
    clean(match[1] ?? ''),
  )
  const votes = (sections.Votes ?? '').split('\n')
  return listed.map((option) => {
    const line = votes.find((each) => each.startsWith(`- ${option}: `))
    return { option, votes: Number.parseInt(line?.slice(option.length + 4) ?? '0', 10) || 0 }
  })
}

const textOf = (line: Line | undefined): string => (line?.role === 'user' ? line.text : '')

function splitHeading(text: string): { readonly heading: Heading; readonly body: string } {
  const [, title = '', body = text] = /^# ([^\n]+)\n?([\s\S]*)$/.exec(text) ?? []
  const heading = Heading.safeParse(title.trim())
  return { heading: heading.success ? heading.data : 'Respond', body: body.trim() }
}

function sectionsOf(body: string): { readonly [name: string]: string } {
  const parts = body.split(SECTIONS)
  const sections: Record<string, string> = { '': (parts[0] ?? '').trim() }
  for (let at = 1; at < parts.length; at += 2) sections[parts[at] ?? ''] ??= (parts[at + 1] ?? '').trim()
  return sections
}

/** Under the heading, each answer comes with its author and id: `### Ada [m3]`. */
function responsesIn(sections: { readonly [name: string]: string }): readonly Earlier[] {
  const text = sections['Previous responses'] ?? sections.Conversation ?? sections.Transcript ?? sections.Board ?? ''
  const parts = text.split(/^### (.{1,80}?)(?: \[(m\d{1,9})\])?[ \t]{0,9}$/m)
  const found: Earlier[] = []
  for (let at = 1; at < parts.length; at += 3) {
    found.push({ author: clean(parts[at] ?? ''), id: parts[at + 1] ?? '', text: (parts[at + 2] ?? '').trim() })
  }
  return found.filter((earlier) => earlier.text !== '')
}

function saidBefore(lines: readonly Line[]): readonly Earlier[] {
  return lines.flatMap((line): readonly Earlier[] => {
    if (line.role === 'assistant' && line.text !== '') return [{ author: '', id: '', text: line.text }]
    return line.role === 'user' ? responsesIn(sectionsOf(splitHeading(line.text).body)) : []
  })
}

function firstGoal(lines: readonly Line[]): string | undefined {
  const first = lines.find((line) => line.role === 'user')
  if (!first) return undefined
  const sections = sectionsOf(splitHeading(textOf(first)).body)
  return sections.Goal ?? sections['']
}

/** The first line names the agent. Working directory and time are not its own words. */
function readSystem(system: string): { readonly name: string; readonly prompt: string } {
  const [, name = '', rest = system] = /^You are (.+?), \S+ of the team [^\n]*\n?([\s\S]*)$/.exec(system) ?? []
  const prompt = rest.split(/^## Shared context$/m)[0] ?? ''
  return { name: clean(name), prompt: prompt.replace(/^(Current time|Working directory):.*$/gm, '').trim() }
}
