import { cleanLine, noBuild, ok, type Result, refuse, type Session, shortId, toArray } from '@convene/domain'
import { type BuildReview, unseenClaimsIn, verdictOf } from '@convene/reading'
import { proposeBranch, remoteUrl } from '@convene/tools'
import { reviewText } from '../findings/collect-review.ts'
import type { Program } from '../program.ts'
import { byProgram } from './by-program.ts'
import { byToken } from './by-token.ts'
import { type Forge, forgeAt, type Way } from './forge.ts'
import { firstThatWorks, type Opened } from './open.ts'
import { commitMessage, type ProposalFacts, proposalText, proposalTitle } from './proposal-text.ts'
import { safeIn } from './safe.ts'

/** An open pull request, and the branch that it is about. */
export type ProposedBuild = Opened & { readonly branch: string }

/** What the user may choose. */
export type ProposeRequest = {
  readonly title?: string | undefined
  readonly branch?: string | undefined
  readonly remote?: string | undefined
  readonly draft?: boolean | undefined
}

type Place = { readonly program: Program; readonly session: Session; readonly review: BuildReview }

/**
 * Pushes what is kept to a branch and opens a pull request, or finds the one that is open. Nothing is pushed if nothing
 * could be opened afterwards.
 */
export async function sendProposal(place: Place, request: ProposeRequest): Promise<Result<ProposedBuild>> {
  const { program, session, review } = place
  const remote = await remoteFor(program, session, request.remote)
  if (!remote.ok) return remote
  const { url, ways } = remote.value
  const facts = factsOf(place, await reviewText(program, session))
  const usual = usualWords(program, session, review.base)
  const title = cleanLine(request.title ?? '') || usual.title
  const branch = request.branch ?? usual.branch
  const pushed = await push(place, { url, branch, message: commitMessage(title, review) })
  if (!pushed.ok) return pushed
  const { into } = usual
  const proposal = { title, text: proposalText(facts), branch, into, draft: request.draft === true }
  const opened = await firstThatWorks(ways, proposal)
  if (!opened.ok)
    return refuse(
      opened.refusal.code,
      `${branch} was pushed, but no pull request was opened. ${opened.refusal.message}`,
    )
  return ok({ ...opened.value, branch })
}

/** What a pull request would be called and where it would go, unless the user chooses otherwise. Nothing is sent. */
export async function plannedProposal(
  program: Program,
  session: Session,
  base: BuildReview['base'],
): Promise<NonNullable<BuildReview['proposal']>> {
  const remote = await remoteFor(program, session, undefined)
  const words = usualWords(program, session, base)
  return remote.ok
    ? { ...words, remote: remote.value.name, problem: null }
    : { ...words, remote: '', problem: remote.refusal.message }
}

function usualWords(program: Program, session: Session, base: BuildReview['base']) {
  const { proposals } = session.build ?? noBuild
  return {
    title: proposalTitle(session.title, safeIn(program, session)),
    branch: proposals.at(-1)?.branch ?? branchFor(session),
    into: base?.branch ?? 'main',
  }
}

type Remote = { readonly url: string; readonly name: string; readonly ways: readonly Way[] }

async function remoteFor(program: Program, session: Session, named: string | undefined): Promise<Result<Remote>> {
  if (program.folders)
    return refuse('illegal_command', 'Pull requests are opened from your own machine, not from a server.')
  const url = await remoteUrl(session.workspace, named)
  if (!url.ok) return url
  const forge = forgeAt(url.value, program.environment)
  if (!forge) return refuse('no_forge', NO_FORGE)
  const ways = waysTo(forge, program)
  if (ways.length === 0) return refuse('no_forge', howToConnect(forge))
  // Without the address itself: it may hold a password.
  return ok({ url: url.value, name: `${forge.host}/${forge.path}`, ways })
}

const NO_FORGE = 'The remote is not on GitHub or GitLab. For your own server, set GH_HOST or GITLAB_HOST to its name.'

const howToConnect = ({ kind, host }: Forge): string =>
  kind === 'github'
    ? `To open pull requests on ${host}, install gh and log in, or set GH_TOKEN.`
    : `To open merge requests on ${host}, install glab and log in, or set GITLAB_TOKEN.`

const waysTo = (forge: Forge, { environment, home }: Program): readonly Way[] =>
  [byProgram(forge, { environment, folder: home }), byToken(forge, environment)].filter((way) => way !== undefined)

function factsOf({ program, session, review }: Place, result: string): ProposalFacts {
  const said = toArray(session.messages).findLast(({ text }) => text.trim() !== '' && result.includes(text.trim()))
  const unseen = unseenClaimsIn(result, said?.claims).map(({ line }) => line)
  return { review, result, unseen, safe: safeIn(program, session), cost: verdictOf(session.run)?.cost ?? 'unknown' }
}

/** `convene/print-json-5v8q2k7n`: the same each time, so that a second call finds what the first one opened. */
function branchFor({ title, id }: Session): string {
  const words = cleanLine(title)
    .toLowerCase()
    .replaceAll(/[^a-z\d]+/gu, '-')
    .slice(0, 40)
    .replaceAll(/^-+|-+$/gu, '')
  return `convene/${[words, shortId(id).toLowerCase()].filter((part) => part !== '').join('-')}`
}

function push(
  { program, session }: Place,
  { url, branch, message }: { readonly url: string; readonly branch: string; readonly message: string },
) {
  const { name, tree } = session.build ?? noBuild
  if (name === null || tree === null) return refuse('illegal_command', 'Nothing is kept yet.')
  const at = program.now()
  const worker = { session: session.id, agent: name }
  return proposeBranch(
    program.home,
    worker,
    { kept: tree, message, at },
    { url, branch, environment: program.environment },
  )
}
