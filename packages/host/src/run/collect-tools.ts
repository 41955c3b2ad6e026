import { relative, resolve } from 'node:path'
import {
  AGENT_STEP,
  type Doubt,
  doubtfulReferences,
  isOffered,
  type RunSettings,
  type Seat,
  type SeatedTeam,
  seatsOf,
  type ToolSpec,
  traitsOf,
} from '@convene/domain'
import { readAgentsMd } from '@convene/library'
import { ACP } from '@convene/models'
import { problemText, whyNoWorkspace } from '@convene/platform'
import { type Planned, readSkills, type Wish, worktrees } from '@convene/tools'
import type { Program } from '../program.ts'
import { projectChecks } from './project-checks.ts'

/** What a run's agents have in addition to their prompts, and what could not be loaded. */
export type CollectedTools = {
  readonly settings: Pick<RunSettings, 'tools' | 'agentsMd' | 'skills' | 'worktrees' | 'checks'>
  readonly warnings: readonly string[]
  /** Why there is no workspace. Without one, agents have neither files nor commands. */
  readonly noWorkspace: string | undefined
}

/** `inPlace`: agents change the user's files at once. */
export type HowToWork = { readonly readOnly: boolean; readonly inPlace: boolean }

type Working = { readonly team: SeatedTeam; readonly mode: string }

/**
 * Collects the workspace's tools, skills and AGENTS.md. Tools are loaded only if an agent could use one. A read-only
 * run has no tools that change anything, and no worktrees.
 */
export async function collectTools(
  program: Program,
  { team, mode }: Working,
  { readOnly, inPlace }: HowToWork,
): Promise<CollectedTools> {
  const noWorkspace = whyNoWorkspace(program)
  const agentsMd =
    noWorkspace === undefined ? readAgentsMd(program.workspace, (folder) => isOpen(program, folder)) : undefined
  const text = agentsMd === undefined ? {} : { agentsMd }
  const users = everybody(team).filter(usesTools)
  if (users.length === 0) return { settings: { tools: {}, ...text }, warnings: choosing(noWorkspace), noWorkspace }
  const toolbox = await program.tools()
  await toolbox.ready()
  const there = toolbox.list().filter((tool) => !readOnly || tool.readOnly)
  const missing = doubtfulReferences(users, { tools: toolbox.list().map(({ name }) => name), agents: users })
  const hasAgent = users.some(({ model }) => model.startsWith(ACP))
  const wanted = there.filter(
    ({ name }) => users.some((seat) => isOffered(seat, name)) && (hasAgent || name !== AGENT_STEP),
  )
  const tools = Object.fromEntries(wanted.map(({ source: _source, ...spec }): [string, ToolSpec] => [spec.name, spec]))
  const skills = (noWorkspace === undefined ? await readSkills(program.workspace) : []).map(
    ({ name, description }) => ({
      name,
      description,
    }),
  )
  const isBuild = !readOnly && !inPlace && traitsOf(mode).checks !== 'none' && wanted.some(canChange)
  const apart = users.filter((seat) => !readOnly && (seat.worktree || (!isBuild && changesFiles(seat))))
  const planned =
    noWorkspace === undefined
      ? await planWorktrees(program, {
          agents: apart.map(({ slug }) => slug),
          forSteps: traitsOf(mode).worktrees && !readOnly,
          ...(isBuild && { build: buildName(users) }),
        })
      : { notes: [] }
  const checks = noWorkspace === undefined && traitsOf(mode).checks === 'steps' ? await projectChecks(program) : {}
  const own = { ...(planned.settings && { worktrees: planned.settings }), ...checks }
  return {
    settings: { tools, ...text, ...own, ...(skills.length > 0 && { skills }) },
    warnings: [
      ...toolbox.problems().map(problemText),
      ...unknownTools(missing, noWorkspace),
      ...planned.notes,
      ...choosing(noWorkspace),
    ],
    noWorkspace,
  }
}

/** Without a workspace most tools are missing for one reason, which is said once. */
const unknownTools = (doubts: readonly Doubt[], noWorkspace: string | undefined): readonly string[] =>
  noWorkspace !== undefined
    ? []
    : doubts.filter(({ message }) => message.startsWith('tools.')).map(({ slug, message }) => `${slug}: ${message}`)

const choosing = (why: string | undefined): readonly string[] =>
  why === undefined ? [] : [`${why} Choose a folder: --workspace DIR`]

/** A space sees its own folders only, also if they are in a larger repository. */
const isOpen = ({ folders }: Program, folder: string): boolean => folders?.refuse(folder) === undefined

/** A tool that could change a file. */
const canChange = ({ readOnly }: Pick<ToolSpec, 'readOnly'>): boolean => !readOnly

/** The build's worktree is next to those of agents. */
function buildName(users: readonly Seat[]): string {
  const taken = users.some(({ slug }) => slug === BUILD)
  return taken ? `${BUILD}-of-all` : BUILD
}

const BUILD = 'build'

async function planWorktrees(program: Program, wish: Wish): Promise<Planned> {
  const { home, workspace, repository } = program
  const { agents, forSteps, build } = wish
  if (agents.length === 0 && !forSteps && build === undefined) return { notes: [] }
  // A worktree is lost with its worker. A session's clone is not.
  if (repository !== undefined && agents.length === 0 && !forSteps) return { notes: [] }
  if (repository !== undefined) return { notes: ['All agents work in one clone of the repository, without worktrees.'] }
  const planned = await worktrees(home).plan(workspace, wish)
  const above = planned.settings?.inside ? resolve(workspace, relative(`/${planned.settings.inside}`, '/')) : workspace
  // A worktree has all of the repository.
  if (above === workspace || isOpen(program, above)) return planned
  return { notes: [`All agents work in ${workspace}, without worktrees: its repository has folders of other spaces.`] }
}

/** Everyone who may work in a run: the team's members, and the subagents they may call. */
export const everybody = (team: SeatedTeam): readonly Seat[] => [...seatsOf(team), ...(team.subagents ?? [])]

/** A coding agent that may change files does so in its own worktree, because others work in the workspace. */
const changesFiles = (seat: Seat): boolean => seat.model.startsWith(ACP) && isOffered(seat, AGENT_STEP)

/** The rehearsal model calls none of these, and an agent that answers in a single reply has none. */
const usesTools = ({ model, tools, execution }: Seat): boolean =>
  !model.startsWith('rehearsal/') && tools !== 'none' && (execution === 'agentic' || execution === 'planning')
