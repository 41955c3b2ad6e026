import type { Event, EventOf } from '../event/event.ts'
import { type Build, type BuildComment, type LandingState, noBuild } from '../state/build.ts'
import type { Session } from '../state/session.ts'
import { USER } from '../team/user-seat.ts'

/** Records what becomes of a build. A run in another worktree begins a new one. */
export function evolveBuild(session: Session, event: Event): Session {
  if (event.type === 'session.forked') return without(session)
  const before = session.build ?? noBuild
  const build = changed(before, event)
  return build === before ? session : { ...session, build }
}

/** A fork has its own worktrees. What was kept, was kept by the original. */
function without({ build: _, ...session }: Session): Session {
  return session
}

function changed(build: Build, event: Event): Build {
  switch (event.type) {
    case 'run.started': {
      const name = event.data.settings.worktrees?.build ?? null
      return name === build.name ? build : { ...noBuild, name }
    }
    case 'build.landing':
      return { ...build, landing: { ...event.data, state: 'running', ...nothingSaid } }
    case 'build.landed':
      return landed(build, event.data)
    case 'build.refused':
      return { ...build, landing: ended(build, { state: 'refused', ...event.data }) }
    case 'build.marked':
      return { ...build, undone: event.data.undone ? joined(build.undone, event) : lessOf(build.undone, event) }
    case 'build.committed':
      return { ...build, commits: [...build.commits, { ...event.data, tree: build.tree }] }
    case 'build.proposed':
      return { ...build, proposals: proposed(build, event.data) }
    default:
      return talked(build, event)
  }
}

/** Each pull request once, the newest last. */
const proposed = (
  { proposals, tree }: Build,
  { url, branch }: EventOf<'build.proposed'>['data'],
): Build['proposals'] => [...proposals.filter((each) => each.url !== url), { url, branch, tree }]

function talked(build: Build, event: Event): Build {
  switch (event.type) {
    case 'line.commented':
      return { ...build, comments: [...build.comments, commentOf(event)] }
    case 'line.resolved':
      return withComments(build, [event.data.comment], event.data.resolved ? 'resolved' : 'open')
    case 'line.sent':
      return withComments(build, event.data.comments, 'sent', event.step)
    case 'step.state':
      return event.data.to === 'reopened' ? delivered(build, event.data.step, 'sent') : build
    case 'run.finished':
      return build.comments.reduce((now, { awaits }) => delivered(now, awaits, 'open'), build)
    default:
      return build
  }
}

const nothingSaid = { files: [], reason: '', conflicts: [], checks: [] }

function landed(build: Build, { id, files, tree, checks = [], own }: EventOf<'build.landed'>['data']): Build {
  const landing = ended(build, { id, files, checks, state: 'landed' })
  const { hunks = [], action = 'keep' } = landing ?? {}
  const others = build.kept.filter((hunk) => !hunks.includes(hunk))
  const kept = action === 'keep' ? [...others, ...hunks] : others
  const undone = build.undone.filter((hunk) => !hunks.includes(hunk))
  const left = kept.length === 0 ? [] : [...build.own, ...(own ? [own] : [])]
  return { ...build, tree, kept, undone: action === 'keep' ? undone : [...undone, ...hunks], own: left, landing }
}

const ended = ({ landing }: Build, end: Partial<LandingState>): LandingState | null =>
  landing && landing.id === end.id ? { ...landing, ...end } : landing

type Marked = EventOf<'build.marked'>

const joined = (before: readonly string[], { data }: Marked): readonly string[] => [
  ...new Set([...before, ...data.hunks]),
]

const lessOf = (before: readonly string[], { data }: Marked): readonly string[] =>
  before.filter((hunk) => !data.hunks.includes(hunk))

const commentOf = ({ data, agent, person, step, at }: EventOf<'line.commented'>): BuildComment => ({
  ...data,
  author: agent ?? USER,
  ...(person && { person }),
  ...(step !== undefined && { step }),
  at,
  state: 'open',
})

function withComments(
  build: Build,
  ids: readonly string[],
  state: BuildComment['state'],
  awaits?: string | undefined,
): Build {
  const changed = ({ awaits: _, ...comment }: BuildComment): BuildComment => ({
    ...comment,
    state,
    ...(awaits !== undefined && { awaits }),
  })
  return { ...build, comments: build.comments.map((one) => (ids.includes(one.id) ? changed(one) : one)) }
}

/** A step that runs again has its comments. If the run ends without that, they are open again. */
function delivered(build: Build, step: string | undefined, state: BuildComment['state']): Build {
  const ids = build.comments.flatMap(({ id, awaits }) => (step !== undefined && awaits === step ? [id] : []))
  return ids.length === 0 ? build : withComments(build, ids, state)
}
