import { type Ask, durationText, showsDiff } from '@convene/domain'
import { ChevronRight } from 'lucide-react'
import { useId } from 'react'
import { Avatar } from '../../ui/avatar.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Fold } from '../../ui/fold.tsx'
import { KeyCaps } from '../../ui/keys.tsx'
import { ScrollArea } from '../../ui/scroll-area.tsx'
import { oneLine } from '../../ui/text/neutral.ts'
import { capitalized } from '../../ui/text/words.ts'
import { useNow } from '../../ui/use-now.ts'
import { useSpeaker } from '../view/use-session.ts'
import { Coverage } from './coverage.tsx'
import type { Answering } from './use-answer.ts'
import { Wanted } from './wanted.tsx'

type Props = {
  readonly ask: Ask
  readonly pattern: string
  /** Why the pattern was refused. */
  readonly refused: string | undefined
  readonly onPattern: (pattern: string) => void
  readonly onAnswer: Answering
  readonly onDeny: () => void
  readonly isSending: boolean
  readonly offersAlways: boolean
}

/** What would happen, who wants it and for whom, warnings, and the four answers. The matched rule is collapsed. */
export function ApprovalCard(props: Props) {
  const { ask, pattern } = props
  return (
    <>
      <ScrollArea label="Requested action" className="flex min-h-0 flex-1 flex-col gap-3 overflow-y-auto p-4 pb-3">
        <Wanted ask={ask} />
        <div className="flex flex-wrap items-center gap-2">
          <Chain chain={ask.chain} />
          <Warnings ask={ask} />
        </div>
        {ask.note && <p className="text-sm wrap-anywhere text-warning">{capitalized(oneLine(ask.note))}</p>}
        <Coverage ask={ask} pattern={pattern} />
        <Why ask={ask} />
      </ScrollArea>
      <Answers {...props} />
    </>
  )
}

/** The pattern field sits next to the two answers that use it. */
function Answers(props: Props) {
  const { isSending, onAnswer, pattern, refused } = props
  const id = useId()
  return (
    <footer className="shrink-0 border-t border-line px-4 py-3">
      <div className="flex flex-wrap items-center gap-2">
        <Button tone="primary" disabled={isSending} onClick={() => onAnswer('once', {})}>
          Allow once <KeyCaps keys="Y" inverted />
        </Button>
        <Button disabled={isSending} onClick={() => onAnswer('session', { pattern })}>
          For this session <KeyCaps keys="S" />
        </Button>
        {props.offersAlways && (
          <Button disabled={isSending} onClick={() => onAnswer('always', { pattern })}>
            Always <KeyCaps keys="A" />
          </Button>
        )}
        <label className="flex min-w-36 flex-1 items-center gap-2 text-sm text-muted">
          <span className="shrink-0">as</span>
          <input
            aria-label="Pattern to allow for this session or always"
            aria-invalid={refused ? true : undefined}
            aria-describedby={id}
            value={pattern}
            spellCheck={false}
            onChange={(event) => props.onPattern(event.target.value)}
            className="h-8 w-full min-w-0 rounded-md border border-line-field bg-raised px-2 font-mono text-sm text-ink aria-invalid:border-bad"
          />
        </label>
        <Button tone="danger" disabled={isSending} onClick={props.onDeny}>
          Deny <KeyCaps keys="N" />
        </Button>
      </div>
      <p id={id} role="alert" className="pt-2 text-sm wrap-anywhere text-bad empty:hidden">
        {refused && oneLine(refused)}
      </p>
    </footer>
  )
}

function Chain({ chain }: { readonly chain: readonly string[] }) {
  return (
    <div className="flex flex-wrap items-center gap-1 text-sm text-muted">
      <ol aria-label="Delegation chain" className="flex flex-wrap items-center gap-1">
        {chain.map((slug, index) => (
          <li key={slug} className="flex items-center gap-1">
            {index > 0 && <ChevronRight aria-hidden size={12} />}
            <Wants slug={slug} isLast={index === chain.length - 1} />
          </li>
        ))}
      </ol>
      {chain.length > 1 && <OnBehalf slug={chain[0] ?? ''} />}
    </div>
  )
}

function OnBehalf({ slug }: { readonly slug: string }) {
  return <span>on behalf of {useSpeaker(slug).name}</span>
}

function Wants({ slug, isLast }: { readonly slug: string; readonly isLast: boolean }) {
  const speaker = useSpeaker(slug)
  return (
    <span className="flex items-center gap-2">
      <Avatar {...speaker} size="small" />
      <span className={isLast ? 'font-semibold text-ink' : ''}>{speaker.name}</span>
    </span>
  )
}

/** Risks the call does not show by itself. */
function Warnings({ ask }: { readonly ask: Ask }) {
  return warningsOf(ask).map((words) => (
    <Badge key={words} tone="warning">
      {words}
    </Badge>
  ))
}

function warningsOf({ tool, unsandboxed }: Ask): readonly string[] {
  return [...(unsandboxed ? ['No sandbox'] : []), ...(tool === 'bash' || showsDiff(tool) ? ['May change files'] : [])]
}

function Why({ ask }: { readonly ask: Ask }) {
  const now = useNow(true)
  const left = ask.expiresAt - now
  return (
    <Fold label="Why asked" {...(left > 0 && { note: `Denied automatically in ${durationText(left)}` })}>
      <p className="text-sm text-muted wrap-anywhere">
        Matched rule: <code className="font-mono text-ink">{oneLine(ask.rule)}</code>
      </p>
    </Fold>
  )
}
