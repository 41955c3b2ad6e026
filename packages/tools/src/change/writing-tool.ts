import { type Artifact, ok, type Resource, type Result, refuse, spelledLine } from '@convene/domain'
import type { ToolOutput } from '@convene/engine'
import { failed } from '../failed-output.ts'
import { type ResolvedPath, resolvePath } from '../path/resolve-path.ts'
import { refusedPath, targetOf, wasJudged } from '../path/touch.ts'
import type { Tool, ToolContext } from '../tool.ts'
import { loadText, type TextFile, type ToolChange } from './change.ts'
import { commitChanges } from './commit.ts'
import { type DiffedChange, diffChanges, editing, editingBlindly, whyUnfit } from './diff-changes.ts'
import { inTurn } from './in-turn.ts'
import type { ReadMarks } from './read-marks.ts'

/** A file that a call names, and its new content. If `after` is undefined, the file is removed. */
export type EditRequest = {
  readonly path: string
  readonly become: (now: TextFile | undefined) => Result<Pick<ToolChange, 'after' | 'mode'>>
}

/** The files a call wants to change: one edit request for each. */
type EditRequests<Input> = (input: Input) => Result<readonly EditRequest[]>

export type WritingTool<Input> = Pick<Tool<Input>, 'name' | 'description' | 'input'> & {
  readonly edits: EditRequests<Input>
}

/** A tool that changes files: all of them or none, only those that were read and judged, and in a revertible way. */
export const writingTool = <Input>(marks: ReadMarks, { edits, ...tool }: WritingTool<Input>): Tool<Input> => ({
  ...tool,
  permission: 'edit',
  readOnly: false,
  reaches: ['files'],
  inspect: async (input, { workspace }) => {
    const wished = edits(input)
    if (!wished.ok) return refusedPath('edit', tool.name, wished.refusal)
    return inspectWishes(wished.value, workspace)
  },
  run: async (input, context) => {
    const wished = edits(input)
    if (!wished.ok) return failed(wished.refusal.message)
    return inTurn(context.workspace, () => make(wished.value, context, marks))
  },
})

async function inspectWishes(wishes: readonly EditRequest[], workspace: string): Promise<readonly Resource[]> {
  const places = await resolveAll(wishes, workspace)
  if (!places.ok) return refusedPath('edit', places.refusal.code, places.refusal)
  const changes = await plan(wishes, places.value)
  if (changes.ok) return editing(diffChanges(changes.value))
  return editingBlindly(places.value, whyUnfit(places.value, changes.refusal.message))
}

async function make(wishes: readonly EditRequest[], context: ToolContext, marks: ReadMarks): Promise<ToolOutput> {
  const places = await resolveAll(wishes, context.workspace)
  if (!places.ok) return failed(places.refusal.message)
  const changes = await plan(wishes, places.value)
  if (!changes.ok) return failed(whyUnfit(places.value, changes.refusal.message))
  const weighed = diffChanges(changes.value)
  if (!wasJudged(context, editing(weighed))) return failed(NOT_JUDGED)
  const unread = await whyUnread(changes.value, context, marks)
  if (unread !== undefined) return failed(unread)
  const done = await commitChanges(changes.value)
  if (!done.ok) return failed(done.refusal.message)
  for (const { place, after } of changes.value)
    await marks.remember(context, place.real, after === undefined ? undefined : Buffer.from(after))
  return told(weighed)
}

const NOT_JUDGED =
  'The change would touch other files, or more of them, than when permission was asked, so nothing was changed. ' +
  'Look at the files again and repeat the call.'

async function resolveAll(wishes: readonly EditRequest[], workspace: string): Promise<Result<readonly ResolvedPath[]>> {
  const places: ResolvedPath[] = []
  for (const { path } of wishes) {
    const place = await resolvePath(workspace, path)
    if (!place.ok) return refuse(path, place.refusal.message)
    const twin = places.find(({ real }) => real === place.value.real)
    if (twin) return refuse(path, `"${path}" and "${twin.asked}" are the same file.`)
    places.push(place.value)
  }
  return ok(places)
}

async function plan(
  wishes: readonly EditRequest[],
  places: readonly ResolvedPath[],
): Promise<Result<readonly ToolChange[]>> {
  const changes: ToolChange[] = []
  for (const [index, place] of places.entries()) {
    const now = await loadText(place)
    if (!now.ok) return now
    const wished = (wishes[index] as EditRequest).become(now.value)
    if (!wished.ok) return refuse(wished.refusal.code, named(place, places.length, wished.refusal.message))
    if (wished.value.after === now.value?.text) return refuse('same', `"${place.asked}" already has this content.`)
    changes.push({ place, before: now.value, ...wished.value })
  }
  return ok(changes)
}

const named = (place: ResolvedPath, count: number, message: string): string =>
  count > 1 ? `${place.asked}: ${message} No file was changed.` : message

async function whyUnread(changes: readonly ToolChange[], context: ToolContext, marks: ReadMarks) {
  for (const { place, before } of changes) {
    if (!before) continue
    const state = await marks.check(context, place.real, before.bytes)
    if (state === 'unread') return `Read "${place.asked}" before you change it. Nothing was changed.`
    if (state === 'unsaved')
      return `"${place.asked}" has changes in the user's editor that are not saved. Ask the user to save it, then read it again. Nothing was changed.`
    if (state === 'changed')
      return `"${place.asked}" was changed by someone else since you read it. Read it again. Nothing was changed.`
  }
  return undefined
}

const MAX_TOLD = 12_000
const MAX_KEPT = 4_000_000

function told(weighed: readonly DiffedChange[]): ToolOutput {
  const head = weighed.map(
    ({ change, removed, added }) => `${verb(change)} ${targetOf(change.place)} (+${added} −${removed})`,
  )
  const diffs = weighed.map(({ diff }) => diff).join('')
  const shown =
    diffs.length > MAX_TOLD
      ? `${diffs.slice(0, MAX_TOLD)}\n[The diff continues, ${diffs.length} characters in total.]`
      : diffs
  const lost = weighed.filter(({ diff }) => diff.length > MAX_KEPT).map(({ change }) => targetOf(change.place))
  const note = lost.length > 0 ? [`[Too large to revert later: ${lost.join(', ')}.]`] : []
  return { ok: true, output: [...head, shown, ...note].join('\n'), artifacts: weighed.flatMap(artifactsOf) }
}

/** The change itself and, for texts written for people, the resulting document. */
function artifactsOf({ change, diff, removed, added }: DiffedChange): readonly Artifact[] {
  const path = targetOf(change.place)
  // Spelled out: a name with hidden characters would look like another file.
  const title = `${verb(change)} ${spelledLine(path)} (+${added} −${removed})`
  const made: Artifact = { kind: 'diff', title, path, ...(diff.length <= MAX_KEPT && { text: diff }) }
  const isDocument = change.after !== undefined && documents.test(path)
  return isDocument ? [made, { kind: 'document', title: spelledLine(path), path }] : [made]
}

const documents = /\.(?:md|mdx|markdown|rst|adoc|asciidoc|org|tex)$/iu

const verb = ({ before, after }: ToolChange): string =>
  before === undefined ? 'Created' : after === undefined ? 'Removed' : 'Changed'
