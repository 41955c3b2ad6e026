import { lstatSync } from 'node:fs'
import { basename, join } from 'node:path'
import { ok, type Result, refuse } from '@convene/domain'
import { type MemberToWrite, memberFolders, type TeamFormatOptions, type TeamToWrite } from '@convene/library'
import { readSourceFile } from '@convene/platform'
import { charterText, roleText } from './charter-text.ts'
import { additionIn, type Edited, editDecisions } from './edit-decisions.ts'
import { editRoster, newRoster, type RosterContent } from './edit-roster.ts'
import { normalText, squadLines } from './lines.ts'
import { folderOf, memberName, newFolder, writableName } from './member-names.ts'
import { cutTo, withoutBraces } from './plain-text.ts'
import { charterField, readCharter } from './read-charter.ts'
import { readDecisions } from './read-decisions.ts'
import { isNoMember, type RosterMember, readRoster, USUAL_MODE } from './read-roster.ts'
import { genericPrompt, usualLengths } from './read-squad.ts'

/** A file and its new text. `before` is what it contained when it was read. */
export type PlannedFile = { readonly file: string; readonly before: string | undefined; readonly text: string }

export type SquadPlan = {
  readonly files: readonly PlannedFile[]
  /** Folders of members that are in the table but no longer in the team. */
  readonly gone: readonly string[]
  readonly notes: readonly string[]
  /** Changes that the files do not contain afterwards, and why. */
  readonly unsaved: readonly string[]
}

const MOST_CONTEXT = usualLengths.decisions
const modes = ['broadcast', 'sequential', 'orchestrate', 'reflect']

type Draft = {
  readonly squad: string
  readonly workspace: string
  readonly team: TeamToWrite
  readonly options: TeamFormatOptions
  readonly notes: string[]
  readonly unsaved: string[]
}

/** What has to be written so that the folder reads as this team. Files that already say the same are left alone. */
export function planSquad(
  squad: string,
  workspace: string,
  team: TeamToWrite,
  options: TeamFormatOptions,
): Result<SquadPlan> {
  if (!modes.includes(team.mode))
    return refuse('bad_mode', `Squad files do not support the mode ${team.mode}, only ${modes.join(', ')}.`)
  const draft: Draft = { squad, workspace, team, options, notes: [], unsaved: [] }
  const before = textOf(squad, 'team.md')
  const known = before === undefined ? [] : readRoster(before, basename(workspace)).members
  const seats = seatsFor(draft, known)
  const files = [
    ...seats.flatMap((seat) => charterFile(draft, seat)),
    ...contextFile(draft, team.sharedContext, {
      file: 'decisions.md',
      read: (text) => readDecisions(text, MOST_CONTEXT),
      edit: editDecisions,
    }),
    ...contextFile(draft, team.routingContext, { file: 'routing.md', read: readRouting, edit: editRouting }),
    ...rosterFile(draft, before, seats),
  ]
  const staying = new Set(seats.map(({ folder }) => folder))
  const folders = memberFolders(squad)
  const gone = known.map((member) => folderOf(member, folders)).filter((folder) => folder !== undefined)
  return ok({
    files,
    gone: [...new Set(gone)].filter((folder) => !staying.has(folder)),
    notes: draft.notes,
    unsaved: draft.unsaved,
  })
}

type SeatPlan = {
  readonly member: MemberToWrite
  readonly name: string
  readonly role: string
  readonly folder: string
  readonly known: RosterMember | undefined
}

/** Each member with its existing row and folder, or a new folder. */
function seatsFor({ squad, team }: Draft, known: readonly RosterMember[]): readonly SeatPlan[] {
  const folders = memberFolders(squad)
  const free = [...folders]
  const names = uniqueNames(team)
  const rows = names.map((name) => rowFor(name, known))
  const taken: string[] = []
  return team.members.map((member, index) => {
    const [name, row] = [names[index] ?? '', rows[index]]
    const own = folderOf({ name, charter: row?.charter ?? '' }, free)
    const folder = own ?? newFolder(name, [...folders, ...taken])
    taken.push(folder)
    if (own !== undefined) free.splice(free.indexOf(own), 1)
    const prompt = member.prompt.trim() || genericPrompt
    const said = readCharter(textOf(squad, `agents/${folder}/charter.md`) ?? '', MOST_CONTEXT).role
    const role = roleFor({ ...member, prompt }, row, cutTo(said, 60).trim())
    return { member: { ...member, prompt }, name, role, folder, known: row }
  })
}

/** The row's role if it is the member's, or if the row has none and the charter names it. */
function roleFor({ role, prompt }: MemberToWrite, row: RosterMember | undefined, said: string): string {
  if (row && (role === '' || role === (row.role || said))) return row.role
  const written = withoutBraces(roleText(role, prompt))
  return isNoMember('', written) ? `${written} work` : written
}

const rowFor = (name: string, known: readonly RosterMember[]): RosterMember | undefined =>
  known.find((row) => row.name.toLowerCase() === name.toLowerCase())

function uniqueNames({ members, name: team }: TeamToWrite): readonly string[] {
  const taken = new Set<string>()
  return members.map((member, index) => {
    const plain = memberName(member.name, team) || `Member ${index + 1}`
    // Squad reserves these names for roles that route and record: such a member would not be read back.
    const wanted = isNoMember(plain, '') ? `${plain.replace(/^[@_]/u, '')} Agent` : plain
    let name = wanted
    for (let number = 2; taken.has(name.toLowerCase()); number++) name = `${wanted.slice(0, 45)} ${number}`
    taken.add(name.toLowerCase())
    return name
  })
}

function charterFile(draft: Draft, { member, folder, name }: SeatPlan): readonly PlannedFile[] {
  const file = `agents/${folder}/charter.md`
  const before = textOf(draft.squad, file)
  const isBlank = (before ?? '').trim() === ''
  if (isBlank && member.prompt === genericPrompt && member.model === undefined) return []
  const most = draft.options.charter ?? usualLengths.charter
  const charter = before === undefined ? undefined : readCharter(before, most)
  const model = charter?.model && draft.options.modelFor?.(charter.model.text)
  const sameModel = member.model === undefined || member.model === model
  if (charter && charter.prompt === member.prompt && sameModel) return []
  if (charter && charter.length > most) {
    draft.unsaved.push(`${file} is longer than a prompt may be, so it was not changed. Edit ${name} there by hand.`)
    return []
  }
  // A model name that means the same, or that is unknown here, stays as written in the file.
  const isSaid = charterField(squadLines(member.prompt), 'preferred') !== undefined
  const preferred = sameModel ? (isSaid ? undefined : charter?.model?.text) : member.model
  const text = charterText(member.prompt, preferred)
  if (readCharter(text, most).length > most)
    draft.notes.push(`${file} has more than ${most} characters. The rest is not read back.`)
  return [{ file, before, text: withEndsOf(before, text) }]
}

type Reading = { readonly text: string; readonly length: number }

function readRouting(text: string): Reading {
  const whole = normalText(text).trim()
  return { text: cutTo(whole, MOST_CONTEXT).trimEnd(), length: whole.length }
}

/** The whole file, or what was added to a file of which the team has only a part. */
function editRouting(before: string, known: string, context: string): Edited {
  const whole = normalText(before).trim()
  if (whole === known) return { text: withEndsOf(before, context === '' ? '' : `${context}\n`), unsaved: [] }
  const added = additionIn(known, context)
  if (added === undefined)
    return { text: before, unsaved: ['The team has only a part of it, so it was not changed. Edit it by hand.'] }
  return { text: withEndsOf(before, `${whole}\n\n${added}\n`), unsaved: [] }
}

type ContextFile = {
  readonly file: string
  readonly read: (text: string) => Reading
  /** The file's text with the changes between what the team has of it and what it should say. */
  readonly edit: (before: string, known: string, context: string) => Edited
}

function contextFile(
  { squad, unsaved }: Draft,
  context: string,
  { file, read, edit }: ContextFile,
): readonly PlannedFile[] {
  const before = textOf(squad, file)
  const known = read(before ?? '').text
  if (known === context.trim()) return []
  const edited = edit(before ?? '', known, context.trim())
  unsaved.push(...edited.unsaved.map((why) => `${file}: ${why}`))
  return edited.text === (before ?? '') ? [] : [{ file, before, text: edited.text }]
}

function rosterFile(draft: Draft, before: string | undefined, seats: readonly SeatPlan[]): readonly PlannedFile[] {
  const { team, workspace, squad } = draft
  const folder = basename(workspace)
  const members = seats.map(({ name, role, folder: own, known }) => ({
    name: known && known.name.toLowerCase() === name.toLowerCase() ? known.name : name,
    role,
    charter: `${basename(squad)}/agents/${own}/charter.md`,
    ...(known && { was: known.name }),
  }))
  const name = writableName(team.name) || folder
  const isUsual = before === undefined ? team.mode === USUAL_MODE : readRoster(before, folder).mode === team.mode
  const content: RosterContent = { name, members, folder, ...(!isUsual && { mode: team.mode }) }
  const text = before === undefined ? newRoster(content) : editRoster(before, content)
  return text === before ? [] : [{ file: 'team.md', before, text }]
}

const withEndsOf = (before: string | undefined, text: string): string =>
  before?.includes('\r\n') ? text.replaceAll('\n', '\r\n') : text

/** The content of a file in the folder. Undefined if it is a link, which is refused before anything is written. */
function textOf(squad: string, file: string): string | undefined {
  const path = join(squad, file)
  if (lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink()) return undefined
  const found = readSourceFile(path, { maxBytes: 4_000_000 })
  return found.state === 'read' ? found.text : undefined
}
