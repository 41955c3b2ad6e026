import { countText } from '@convene/domain'
import type { BuildReview } from '@convene/reading'
import { Check, Ellipsis, GitCommitHorizontal, GitPullRequestArrow, type LucideIcon, Undo2 } from 'lucide-react'
import { Badge, type BadgeTone } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { MenuButton } from '../../ui/menu.tsx'
import { oneLine } from '../../ui/text/neutral.ts'
import { Tip } from '../../ui/tip.tsx'
import { toast } from '../../ui/toast.tsx'
import { TABLET, useWide } from '../../ui/use-wide.ts'
import { DiffCount } from '../conversation/change-line.tsx'

export type BuildAct = {
  readonly label: string
  readonly hint: string
  readonly keys: string
  readonly icon: LucideIcon
  /** Why it is not possible now. Null: it is. */
  readonly blocked: string | null
  readonly isMain: boolean
  readonly run: () => void
}

type Handlers = { readonly [act in 'keep' | 'undo' | 'commit' | 'pullRequest']: () => void }

/** The actions on the whole change. The next useful one has the main button. */
export function actsOf(review: BuildReview, handlers: Handlers): readonly BuildAct[] {
  const { place, blocked } = review
  const main = nextOf(review)
  const act = (name: keyof Handlers): BuildAct => ({
    ...looks[name],
    blocked: blocked[name],
    isMain: name === main,
    run: handlers[name],
  })
  return [act('undo'), act('commit'), act('pullRequest'), ...(place === 'worktree' ? [act('keep')] : [])]
}

/** What is usually done next: keep what is open, commit it, open a pull request. Null: nothing of these. */
function nextOf({ place, files, blocked, commits, pullRequests, proposal }: BuildReview): keyof Handlers | null {
  if (place === 'workspace') return 'undo'
  const isOpen = files.some(({ hunks }) => hunks.some(({ state }) => state === 'open'))
  if (isOpen) return 'keep'
  if (blocked.commit === null && commits.at(-1)?.isCurrent !== true) return 'commit'
  return proposal?.problem === null && pullRequests.at(-1)?.isCurrent !== true ? 'pullRequest' : null
}

const looks: Readonly<Record<keyof Handlers, Pick<BuildAct, 'label' | 'hint' | 'keys' | 'icon'>>> = {
  keep: {
    label: 'Keep',
    hint: 'Merge every change that you have not undone into your files',
    keys: 'Shift+A',
    icon: Check,
  },
  undo: { label: 'Undo all', hint: 'Keep none of the changes', keys: 'Shift+X', icon: Undo2 },
  commit: { label: 'Commit', hint: 'Commit the kept changes', keys: 'Shift+C', icon: GitCommitHorizontal },
  pullRequest: {
    label: 'Open pull request',
    hint: 'Push the kept changes to a branch and open a pull request',
    keys: 'Shift+P',
    icon: GitPullRequestArrow,
  },
}

/** Whether anything is known yet. Before that, a bar for it would be empty. */
export const hasFacts = ({ files, checks, proof }: BuildReview): boolean =>
  files.length > 0 || checks !== null || proof.length > 0

/** How large the change is and what is known about it: `3 files +41 −6`, `12 tests pass`, `1 on Reviewer’s word`. */
export function ReviewFacts({ review }: { readonly review: BuildReview }) {
  const { files, added, removed, checks, proof } = review
  return (
    <p className="flex flex-wrap items-center gap-2">
      {files.length > 0 && (
        <span className="flex items-center gap-2 text-sm font-medium">
          {countText(files.length, 'file')} <DiffCount added={added} removed={removed} />
        </span>
      )}
      {[...(checks ? [checks] : []), ...proof].map(({ word, tone }) => (
        <Badge key={word} tone={tones[tone]}>
          {oneLine(word)}
        </Badge>
      ))}
    </p>
  )
}

const tones: Readonly<Record<BuildReview['proof'][number]['tone'], BadgeTone>> = {
  plain: 'plain',
  good: 'good',
  asked: 'accent',
  warning: 'warning',
  bad: 'bad',
  live: 'accent',
}

/** The buttons for the whole change. On a phone, all but the main one are in a menu. */
export function ReviewActs({ acts, isBusy }: { readonly acts: readonly BuildAct[]; readonly isBusy: boolean }) {
  const isWide = useWide(TABLET)
  const shown = isWide ? acts : acts.filter(({ isMain }) => isMain)
  const others = isWide ? [] : acts.filter(({ isMain }) => !isMain)
  return (
    // biome-ignore lint/a11y/useSemanticElements: it groups no fields
    <div role="group" aria-label="The whole change" className="flex items-center gap-2">
      {others.length > 0 && (
        <MenuButton
          label="More about the change"
          icon={Ellipsis}
          items={others.map((act) => ({ label: act.label, icon: act.icon, onSelect: () => press(act) }))}
        />
      )}
      {shown.map((act) => (
        <Tip key={act.label} text={oneLine(act.blocked ?? act.hint)} keys={act.keys}>
          <Button
            small
            icon={act.icon}
            tone={act.isMain && act.blocked === null && act.label !== looks.undo.label ? 'primary' : 'plain'}
            disabled={isBusy}
            aria-disabled={act.blocked !== null || undefined}
            className={act.blocked === null ? '' : 'opacity-50'}
            onClick={() => press(act)}
          >
            {act.label}
          </Button>
        </Tip>
      ))}
    </div>
  )
}

/** Does it, or says why it cannot: a disabled button explains nothing. */
export function press({ blocked, label, run }: BuildAct): void {
  if (blocked === null) run()
  else toast('plain', `${label}: not now`, oneLine(blocked))
}
