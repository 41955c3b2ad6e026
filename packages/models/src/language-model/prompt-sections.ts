import type { ContextLine, List } from '@convene/domain'
import { CallIds } from './call-ids.ts'
import type { PromptMessage } from './language-model.ts'

/**
 * A part of a conversation as messages, converted once and used by every later request. It has the lines of one full
 * chunk, except that results at the start of a chunk belong to the section before, which has the calls.
 */
type Section = SectionContext & {
  readonly ids: CallIds
  /** Undefined if it has images, because which of them are shown changes from request to request. */
  readonly messages: readonly PromptMessage[] | undefined
}

/** What a section depends on in addition to its chunk. */
type SectionContext = {
  readonly previous: Section | undefined
  readonly model: string
  /** The results at the start of the next chunk. */
  readonly results: readonly ContextLine[]
}

/** Converts lines whose first one is not a result. */
export type Convert = (lines: readonly ContextLine[], ids: CallIds) => PromptMessage[]

/** For all conversations together, in characters. Beyond this, each one is converted once more. */
const MOST_REMEMBERED = 32_000_000
/** The size of a message in addition to its text. */
const MESSAGE = 200

/** By chunk, so a section lives as long as its conversation. */
let remembered = new WeakMap<readonly ContextLine[], Section>()
let characters = 0
const byFirst = new WeakMap<PromptMessage, readonly PromptMessage[]>()

/**
 * A conversation's messages. Those of full chunks are the same objects in each request, so they must not be changed.
 */
export function inSections({ full, tail }: List<ContextLine>, model: string, convert: Convert): PromptMessage[] {
  const messages: PromptMessage[] = []
  let previous: Section | undefined
  let index = 0
  for (const chunk of full) {
    const next = full[index + 1] ?? tail
    const results = next.slice(0, resultsIn(next))
    // More results may follow.
    if (results.length === next.length) break
    const lines = () => [...chunk.slice(index > 0 ? resultsIn(chunk) : 0), ...results]
    const section = sectionOf(chunk, { previous, model, results }, lines, convert)
    for (const message of section.messages ?? convert(lines(), section.ids)) messages.push(message)
    previous = section
    index += 1
  }
  const rest = [...full.slice(index).flat(), ...tail]
  const last = convert(rest.slice(index > 0 ? resultsIn(rest) : 0), new CallIds(previous?.ids))
  return [...messages, ...last]
}

/** The section that starts with this message, if there is one. */
export const sectionFrom = (first: PromptMessage): readonly PromptMessage[] | undefined => byFirst.get(first)

function sectionOf(
  chunk: readonly ContextLine[],
  place: SectionContext,
  linesOf: () => readonly ContextLine[],
  convert: Convert,
): Section {
  const known = remembered.get(chunk)
  if (known && isAt(known, place)) return known
  const lines = linesOf()
  const ids = new CallIds(place.previous?.ids)
  const messages = convert(lines, ids)
  const section = { ...place, ids, messages: lines.some(hasImages) ? undefined : messages }
  remember(chunk, section, lines)
  return section
}

const hasImages = (line: ContextLine): boolean => line.role !== 'assistant' && (line.images?.length ?? 0) > 0

const isAt = (section: Section, { previous, model, results }: SectionContext): boolean =>
  section.previous === previous &&
  section.model === model &&
  section.results.length === results.length &&
  section.results.every((line, at) => line === results[at])

function remember(chunk: readonly ContextLine[], section: Section, lines: readonly ContextLine[]): void {
  for (const line of lines) characters += MESSAGE + (line.role === 'tool' ? line.output.length : line.text.length)
  if (characters > MOST_REMEMBERED) {
    remembered = new WeakMap()
    characters = 0
  }
  remembered.set(chunk, section)
  const [first] = section.messages ?? []
  if (first && section.messages) byFirst.set(first, section.messages)
}

/** How many results a chunk starts with. */
function resultsIn(lines: readonly ContextLine[]): number {
  const end = lines.findIndex(({ role }) => role !== 'tool')
  return end === -1 ? lines.length : end
}
