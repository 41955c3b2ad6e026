import { basename, join } from 'node:path'
import { type Member, Team, traitsOf } from '@convene/domain'
import { memberFolders, realFolder, safeSlug, type TeamFormatOptions, type TeamReading } from '@convene/library'
import { type FileProblem, readSourceFile, type SourceFile, sumUpProblems } from '@convene/platform'
import { normalText } from './lines.ts'
import { folderOf, slugsFor } from './member-names.ts'
import { cutTo } from './plain-text.ts'
import { readCharter } from './read-charter.ts'
import { readDecisions } from './read-decisions.ts'
import { type Oddity, type RosterMember, readRoster } from './read-roster.ts'

/** The maximum number of characters of a charter, the decisions and the routing. */
export const usualLengths = { charter: 4_000, decisions: 8_000, routing: 8_000 } as const
const MOST_BYTES = 4_000_000
const MOST_MEMBERS = 100

/** For a member without a charter. */
export const genericPrompt = 'You are a worker agent. Complete the following task thoroughly.'

type Reader = {
  readonly squad: string
  readonly options: TeamFormatOptions
  readonly problems: FileProblem[]
  warn(file: string, oddity: Oddity, code?: string): void
  text(file: string): string | undefined
}

/** Reads a Squad folder. Never throws: it reads what it can. */
export function readSquad(squad: string, workspace: string, options: TeamFormatOptions = {}): TeamReading {
  const { problems, ...reading } = readAll(squad, workspace, options)
  return { ...reading, problems: sumUpProblems(problems) }
}

function readAll(squad: string, workspace: string, options: TeamFormatOptions): TeamReading {
  const reader = readerOf(squad, options)
  const roster = reader.text('team.md')
  if (roster === undefined) return { problems: reader.problems }
  const { name, mode, members, oddities } = readRoster(roster, basename(workspace))
  for (const oddity of oddities) reader.warn('team.md', oddity)
  if (members.length > MOST_MEMBERS)
    reader.warn('team.md', { message: `names ${members.length} members. The first ${MOST_MEMBERS} are used` })
  if (members.length === 0) {
    reader.warn('team.md', { message: 'lists no members, so it is not a team' }, 'no_members')
    return { problems: reader.problems }
  }
  const written = {
    name,
    slug: safeSlug(name, safeSlug(basename(workspace), 'squad')),
    mode,
    ...(traitsOf(mode).led ? { lead: 'orchestrator' } : {}),
    members: membersOf(reader, members.slice(0, MOST_MEMBERS)),
    sharedContext: sharedContext(reader),
    routingContext: routingContext(reader),
  }
  const parsed = Team.safeParse(written)
  if (parsed.success) return { team: parsed.data, problems: reader.problems }
  const message = `is not a valid team: ${parsed.error.issues[0]?.message ?? 'unknown'}`
  return {
    problems: [...reader.problems, { severity: 'error', code: 'bad_team', file: join(squad, 'team.md'), message }],
  }
}

function readerOf(squad: string, options: TeamFormatOptions): Reader {
  const problems: FileProblem[] = []
  const warn: Reader['warn'] = (file, { line, message }, code = 'squad') =>
    void problems.push({
      severity: 'warning',
      code,
      file: join(squad, file),
      ...(line !== undefined && { line }),
      message,
    })
  const text = (file: string): string | undefined => {
    const found = readInside(squad, file)
    if (found.state === 'refused') warn(file, { message: found.message }, 'unreadable')
    return found.state === 'read' ? found.text : undefined
  }
  return { squad, options, problems, warn, text }
}

function readInside(squad: string, file: string): SourceFile {
  try {
    return readSourceFile(join(squad, file), { maxBytes: MOST_BYTES, inside: realFolder(squad) })
  } catch {
    return { state: 'missing' }
  }
}

function membersOf(reader: Reader, members: readonly RosterMember[]): readonly Member[] {
  const folders = memberFolders(reader.squad)
  const slugs = slugsFor(members.map(({ name }) => name))
  return members.map((member, index) =>
    memberOf(reader, member, { slug: slugs[index] ?? '', folder: folderOf(member, folders) }),
  )
}

function memberOf(reader: Reader, member: RosterMember, place: { slug: string; folder: string | undefined }): Member {
  const file = place.folder === undefined ? undefined : `agents/${place.folder}/charter.md`
  const text = file === undefined ? undefined : reader.text(file)
  if (file === undefined || text === undefined || text.trim() === '') {
    const message = `${member.name} has no charter in agents/${place.folder ?? place.slug}; a general prompt is used`
    reader.warn('team.md', { line: member.line, message }, 'no_charter')
    return inline(member, place.slug, { prompt: genericPrompt, role: member.role })
  }
  const most = reader.options.charter ?? usualLengths.charter
  const charter = readCharter(text, most)
  if (charter.length > most)
    reader.warn(file, { message: `has ${charter.length} characters; the first ${most} are used` }, 'cut')
  if (charter.placeholder !== undefined)
    reader.warn(file, { line: charter.placeholder, message: 'is a template that was never filled in' }, 'template')
  const model = charter.model && reader.options.modelFor?.(charter.model.text)
  if (charter.model && !model)
    reader.warn(file, { line: charter.model.line, message: unknownModel(charter.model.text) }, 'unknown_model')
  return inline(member, place.slug, {
    prompt: charter.prompt,
    role: member.role || charter.role,
    useFor: charter.expertise,
    ...(model && { model }),
  })
}

const unknownModel = (model: string): string =>
  `the model "${model.slice(0, 80)}" is not configured, so the default is used. \`convene models\` lists configured models`

const MOST_ROLE = 60

type Own = { readonly prompt: string; readonly role: string; readonly useFor?: string; readonly model?: string }

function inline(member: RosterMember, slug: string, own: Own): Member {
  const { prompt, model, useFor } = own
  const role = cutTo(own.role, MOST_ROLE).trim()
  const told = { ...(useFor && { useFor }), ...(model && { model }) }
  const agent = { name: member.name, slug, role, prompt, variables: untouched(prompt), ...told }
  return { agent } as unknown as Member
}

/** Text from a repository must not expand the user's variables, so each one becomes literal text. */
function untouched(prompt: string): { readonly [name: string]: string } {
  const names = [...prompt.matchAll(/\{\{\s*([\w-]+)\s*\}\}/gu)].map((found) => found[1] ?? '')
  return Object.fromEntries(names.map((name) => [name, `{{${name}}}`]))
}

function sharedContext(reader: Reader): string {
  const { text, length } = readDecisions(reader.text('decisions.md') ?? '', usualLengths.decisions)
  if (length > usualLengths.decisions)
    reader.warn(
      'decisions.md',
      { message: `has ${length} characters; the newest ${usualLengths.decisions} are used` },
      'cut',
    )
  return text
}

function routingContext(reader: Reader): string {
  const whole = normalText(reader.text('routing.md') ?? '').trim()
  const most = usualLengths.routing
  if (whole.length > most)
    reader.warn('routing.md', { message: `has ${whole.length} characters; the first ${most} are used` }, 'cut')
  return cutTo(whole, most).trimEnd()
}
