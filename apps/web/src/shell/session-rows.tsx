import { costText, isFinal } from '@convene/domain'
import type { ListedSessionRow, Me } from '@convene/protocol'
import { headlineParts, runState } from '@convene/reading'
import { Inbox, LockKeyhole, Pin, PlugZap } from 'lucide-react'
import { Fragment } from 'react'
import { VList } from 'virtua'
import { Link } from 'wouter'
import type { SessionList } from '../connection/session-list.ts'
import { useMe } from '../people/me.ts'
import { isForMe, waitingForMe } from '../people/rights.ts'
import type { BadgeTone } from '../ui/badge.tsx'
import { Empty } from '../ui/empty.tsx'
import { neutral, oneLine } from '../ui/text/neutral.ts'
import { shortAgoText } from '../ui/text/times.ts'
import { wordsOfCode } from '../ui/text/words.ts'
import { classes } from '../ui/theme/classes.ts'
import { EACH_MINUTE, useNow } from '../ui/use-now.ts'

type Props = {
  readonly list: SessionList
  readonly current: string | undefined
  readonly isFiltered: boolean
  readonly onNavigate: (() => void) | undefined
}

export function SessionRows({ list, current, isFiltered, onNavigate }: Props) {
  const now = useNow(true, EACH_MINUTE)
  const me = useMe()
  const nothing = nothingOf(list, isFiltered)
  if (nothing)
    return (
      <div className="min-h-0 flex-1">
        <Empty {...nothing}>
          {list.state === 'refused' && offersLogin(me) && (
            <a href="/login" className="font-medium text-accent-ink underline">
              Log in
            </a>
          )}
        </Empty>
      </div>
    )
  return (
    <VList data={list.rows as ListedSessionRow[]} className="mt-2 min-h-0 flex-1 px-2">
      {(row) => <Row key={row.id} row={row} now={now} isCurrent={row.id === current} onNavigate={onNavigate} />}
    </VList>
  )
}

/** Whether this is a team server: the page was logged in, or uses HTTPS. */
const offersLogin = (me: Me | null): boolean => me !== null || location.protocol === 'https:'

const dots: Readonly<Record<BadgeTone, string>> = {
  plain: 'bg-line-field',
  accent: 'animate-breathe bg-accent',
  good: 'bg-good',
  warning: 'bg-warning',
  bad: 'bg-bad',
}

/** Colour marks what needs action or failed. */
const inks: Readonly<Record<BadgeTone, string>> = {
  plain: '',
  accent: 'text-accent-ink',
  good: '',
  warning: 'font-medium text-warning',
  bad: 'text-bad',
}

/** What to show instead of rows, if anything. */
function nothingOf({ state, rows }: SessionList, isFiltered: boolean) {
  if (state === 'refused')
    return {
      icon: LockKeyhole,
      title: 'This page is not authorized',
      text: 'Open the link that convene prints, or log in again. Your sessions are safe.',
    }
  if (state === 'unreachable')
    return {
      icon: PlugZap,
      title: 'Convene is not responding',
      text: 'Start it again with npm start. Your sessions are safe.',
    }
  if (state !== 'ready' || rows.length > 0) return null
  return isFiltered
    ? { icon: Inbox, title: 'No matches', text: 'Try other words or another filter.' }
    : { icon: Inbox, title: 'No sessions yet', text: 'Enter a goal to start one.' }
}

function Row({
  row,
  now,
  isCurrent,
  onNavigate,
}: {
  readonly row: ListedSessionRow
  readonly now: number
  readonly isCurrent: boolean
  readonly onNavigate: (() => void) | undefined
}) {
  const me = useMe()
  const { word, tone } = runState({ ...row, interrupted: row.interrupted, waiting: waitingForMe(me, row) })
  const outcome = outcomeOf(row, word)
  const facts = [
    me && row.startedBy && row.startedBy.id !== me.person.id && oneLine(row.startedBy.name),
    // Until its first call or the run has ended, it is not known to be free.
    (row.tokens > 0 || isFinal(row.phase)) && row.costUsd !== null && costText({ costUsd: row.costUsd, unpriced: 0 }),
    shortAgoText(Date.parse(row.updatedAt), now),
  ]
  return (
    <Link
      href={`/session/${row.id}`}
      onClick={onNavigate}
      aria-current={isCurrent ? 'page' : undefined}
      className={classes(
        'mb-0.5 flex flex-col gap-1 rounded-md px-2 py-2 outline-offset-[-2px]',
        isCurrent ? 'bg-hover' : 'hover:bg-hover',
      )}
    >
      <span className="flex items-center gap-2">
        {row.pinned && <Pin aria-label="Pinned" size={12} className="shrink-0 text-muted" />}
        <span title={oneLine(row.summary)} className="min-w-0 flex-1 truncate font-medium">
          {oneLine(row.title || row.goal)}
        </span>
        {row.asks > 0 && (
          <span
            className={classes(
              'numeric flex h-4 min-w-4 items-center justify-center rounded-full px-1 text-xs font-semibold',
              isForMe(me, row) ? 'bg-warning text-canvas' : 'bg-hover text-muted',
            )}
          >
            {row.asks}
            <span className="sr-only"> waiting for {isForMe(me, row) ? 'you' : 'someone else'}</span>
          </span>
        )}
      </span>
      {outcome && <RowOutcome text={outcome} />}
      <span className="flex items-center gap-2 text-sm text-muted">
        <span aria-hidden className={classes('size-1.5 shrink-0 rounded-full', dots[tone])} />
        <span className="truncate">
          <span className={inks[tone]}>{word}</span> · {wordsOfCode(row.mode)}
        </span>
        <span className="numeric ml-auto shrink-0 pl-2 text-xs">{facts.filter(Boolean).join(' · ')}</span>
      </span>
      {row.sentence && <Sentence {...row.sentence} />}
    </Link>
  )
}

/** How the run ended, in one line. Truncates a long option but never the votes. */
function RowOutcome({ text }: { readonly text: string }) {
  const { outcome, counted, isDoubted } = headlineParts(text)
  return (
    <span title={text} className="flex flex-wrap gap-x-2 text-sm">
      <span className="min-w-0 flex-[1_1_96px] truncate">{outcome}</span>
      {counted && (
        <span className={`numeric min-w-0 max-w-full wrap-anywhere ${isDoubted ? 'text-warning' : 'text-muted'}`}>
          {counted}
        </span>
      )}
    </span>
  )
}

/** The sentence that matches the search, with matches highlighted. */
function Sentence({ text, marks }: NonNullable<ListedSessionRow['sentence']>) {
  const starts = [0, ...marks.map(([, to]) => to)]
  return (
    <span className="line-clamp-2 text-sm text-muted wrap-anywhere">
      {starts.map((start, index) => {
        const [from, to] = marks[index] ?? [text.length, text.length]
        return (
          <Fragment key={start}>
            {neutral(text.slice(start, from))}
            {to > from && (
              <mark className="rounded-sm bg-warning-soft px-0.5 text-ink">{neutral(text.slice(from, to))}</mark>
            )}
          </Fragment>
        )
      })}
    </span>
  )
}

/** How the run ended, in plain text. A rehearsal's text is only a sample. */
const outcomeOf = ({ summary }: ListedSessionRow, word: string): string =>
  word === 'Rehearsal'
    ? ''
    : oneLine(summary)
        .replaceAll(/[*_`#]|\[m\d+\]/gu, '')
        .trim()
