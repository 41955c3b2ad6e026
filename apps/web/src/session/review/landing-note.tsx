import { countText } from '@convene/domain'
import type { BuildReview } from '@convene/reading'
import { Button } from '../../ui/button.tsx'
import { Coded } from '../../ui/markdown/coded.tsx'
import { Notice } from '../../ui/notice.tsx'
import { neutral, oneLine } from '../../ui/text/neutral.ts'
import { shownPath } from './heads.tsx'
import { CheckLine } from './steps.tsx'

type Props = {
  readonly review: BuildReview
  /** Undefined if nobody may keep anything now. */
  readonly onAnyway?: (() => void) | undefined
  readonly onShow: (path: string) => void
}

/** How the last try to change the workspace went, and where the change is now. */
export function LandingNote({ review, onAnyway, onShow }: Props) {
  const { landing } = review
  if (landing?.state === 'running')
    return <Notice title={landing.action === 'keep' ? 'Keeping the changes…' : 'Undoing the changes…'} />
  if (landing?.state === 'refused') return <Refused landing={landing} onAnyway={onAnyway} onShow={onShow} />
  return <WhereItIs review={review} />
}

type Landing = NonNullable<BuildReview['landing']>

const MOST_NAMED = 20

/** Conflicts and failures are named. Nothing was written. */
function Refused({ landing, onAnyway, onShow }: Omit<Props, 'review'> & { readonly landing: Landing }) {
  const { conflicts, checks, reason, action } = landing
  const failed = checks.filter(({ outcome }) => outcome !== 'passed')
  const what = action === 'keep' ? 'Nothing was kept' : 'Nothing was undone'
  const title = conflicts.length > 0 ? `${what}: ${countText(conflicts.length, 'file')} in conflict with yours` : what
  const mayForce = onAnyway && conflicts.length === 0 && failed.length > 0
  return (
    <Notice
      tone="bad"
      title={title}
      {...(mayForce && {
        action: (
          <Button small tone="danger" onClick={onAnyway}>
            Keep anyway
          </Button>
        ),
      })}
    >
      <p className="wrap-anywhere">
        <Coded text={oneLine(reason)} /> Your files are unchanged.
      </p>
      {conflicts.length > 0 && (
        <ul aria-label="Conflicts" className="mt-2 flex flex-col gap-1">
          {conflicts.slice(0, MOST_NAMED).map(({ path, reason: why }) => (
            <li key={path} className="wrap-anywhere">
              <button
                type="button"
                onClick={() => onShow(path)}
                className="rounded-sm text-left font-mono text-sm text-ink underline underline-offset-2 wrap-anywhere"
              >
                {shownPath(path)}
              </button>{' '}
              <Coded text={oneLine(why)} />
            </li>
          ))}
          {conflicts.length > MOST_NAMED && <li>and {conflicts.length - MOST_NAMED} more</li>}
        </ul>
      )}
      {failed.length > 0 && (
        <ul aria-label="Checks on the merged files" className="mt-2 flex flex-col gap-2">
          {failed.map(({ check, outcome, reason: why, output = '' }) => (
            <CheckLine
              key={check}
              words={{
                check,
                word: outcome === 'failed' ? 'fails' : 'not run',
                tone: outcome === 'failed' ? 'bad' : 'warning',
                facts: why ? [why] : [],
                output: neutral(output),
              }}
            />
          ))}
        </ul>
      )}
    </Notice>
  )
}

/** Once everything is decided, one sentence says where it is. */
function WhereItIs({ review }: { readonly review: BuildReview }) {
  const { files, place, commits, pullRequests, isOver } = review
  const hunks = files.flatMap((file) => file.hunks)
  const are = (state: string) => hunks.length > 0 && hunks.every((hunk) => hunk.state === state)
  const [request, commit] = [pullRequests.at(-1), commits.at(-1)]
  if (are('undone'))
    return (
      <Notice title="Everything is undone">
        Your files are as they were before the build. <Left commit={commit} request={request} />
      </Notice>
    )
  if (request?.isCurrent)
    return (
      <Notice tone="good" title="Pull request opened">
        <Address url={request.url} />
      </Notice>
    )
  if (commit?.isCurrent) return <Notice tone="good" title={`Committed as ${nameOf(commit)}`} />
  if (request || commit)
    return (
      <Notice title="You have decided differently since">
        <Left commit={commit} request={request} />
      </Notice>
    )
  if (place === 'workspace' && hunks.length > 0 && isOver)
    return (
      <Notice title="These changes are already in your files">
        The build worked in the folder itself, without a separate worktree. You can still undo them.
      </Notice>
    )
  if (are('kept'))
    return (
      <Notice tone="good" title="Everything is in your files">
        Nothing is committed yet.
      </Notice>
    )
  return null
}

const nameOf = ({ commit, branch }: BuildReview['commits'][number]): string =>
  `${commit.slice(0, 8)} on ${oneLine(branch)}`

type Landed = {
  readonly commit: BuildReview['commits'][number] | undefined
  readonly request: BuildReview['pullRequests'][number] | undefined
}

/** What still has the change as it was decided before. */
const Left = ({ commit, request }: Landed) => (
  <>
    {commit && !commit.isCurrent && `The commit ${nameOf(commit)} still has the change as it was kept then. `}
    {request && !request.isCurrent && (
      <>
        The pull request still has the change as it was kept then: <Address url={request.url} />
      </>
    )}
  </>
)

/** Only addresses of the web are links. */
const Address = ({ url }: { readonly url: string }) =>
  /^https?:\/\//u.test(url) ? (
    <a
      href={url}
      target="_blank"
      rel="noreferrer noopener"
      className="wrap-anywhere text-accent-ink underline underline-offset-2"
    >
      {oneLine(url)}
    </a>
  ) : (
    <span className="wrap-anywhere">{oneLine(url)}</span>
  )
