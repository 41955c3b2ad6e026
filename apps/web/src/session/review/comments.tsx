import { type CommentSeverity, USER } from '@convene/domain'
import type { ReviewComment } from '@convene/reading'
import { CornerUpLeft, RotateCcw, Send } from 'lucide-react'
import { useState } from 'react'
import { Avatar } from '../../ui/avatar.tsx'
import { Badge, type BadgeTone } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Choice } from '../../ui/choice.tsx'
import { TextField } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { Markdown } from '../../ui/markdown/markdown.tsx'
import { neutral } from '../../ui/text/neutral.ts'
import { classes } from '../../ui/theme/classes.ts'
import { useSpeaker } from '../view/use-session.ts'
import { shownPath } from './heads.tsx'
import { useReviewing } from './review.ts'
import { type Anchor, anchorOf } from './rows.ts'

const tones: Readonly<Record<CommentSeverity, BadgeTone>> = {
  low: 'plain',
  medium: 'warning',
  high: 'bad',
  critical: 'bad',
}

/** What somebody says about a line, and what to do with it. */
export function CommentCard({ comment, isIn }: { readonly comment: ReviewComment; readonly isIn: boolean }) {
  const { author, path, side, severity, text, state, anchor } = comment
  const speaker = useSpeaker(author)
  const name = author === USER ? 'You' : speaker.name
  const line = `${side === 'old' ? 'old line' : 'line'} ${anchor.line ?? comment.line}`
  const place = isIn ? line : `${shownPath(path)}, ${line}`
  return (
    <article
      aria-label={`${name} on ${place}`}
      className={classes('flex gap-3 border-line bg-canvas px-3 py-2', isIn ? 'border' : 'mb-2 rounded-lg border')}
    >
      {author === USER ? <YourMark /> : <Avatar {...speaker} size="small" />}
      <div className="flex min-w-0 flex-1 flex-col gap-1">
        <p className="flex flex-wrap items-center gap-2 text-sm">
          <span className="font-semibold">{name}</span>
          <span className="numeric wrap-anywhere text-muted">{place}</span>
          <Badge tone={tones[severity]}>{severity}</Badge>
          {anchor.state === 'moved' && <Badge>Moved from line {comment.line}</Badge>}
          {anchor.state === 'gone' && (
            <Badge tone="warning">
              {comment.around ? 'This line has changed since' : 'Not found in the files now'}
            </Badge>
          )}
          {state === 'sent' && <Badge tone="accent">Sent back</Badge>}
          {state === 'resolved' && <Badge tone="good">Resolved</Badge>}
        </p>
        <Markdown text={neutral(text)} />
        <CommentButtons comment={comment} isIn={isIn} />
      </div>
    </article>
  )
}

const YourMark = () => (
  <span
    aria-hidden
    className="flex size-5 shrink-0 items-center justify-center rounded-sm bg-accent-soft text-xs font-semibold text-accent-ink"
  >
    Y
  </span>
)

function CommentButtons({ comment, isIn }: { readonly comment: ReviewComment; readonly isIn: boolean }) {
  const { id, state } = comment
  const { resolve, send, write } = useReviewing()
  return (
    <p className="-ml-3 flex flex-wrap gap-1">
      {write && isIn && (
        <Button small tone="quiet" icon={CornerUpLeft} onClick={() => write(anchorOf(comment))}>
          Reply
        </Button>
      )}
      {send && state === 'open' && (
        <Button small tone="quiet" icon={Send} onClick={() => send([id])}>
          Send back
        </Button>
      )}
      {resolve && (
        <Button
          small
          tone="quiet"
          {...(state === 'resolved' && { icon: RotateCcw })}
          onClick={() => resolve(id, state !== 'resolved')}
        >
          {state === 'resolved' ? 'Reopen' : 'Resolve'}
        </Button>
      )}
    </p>
  )
}

const severities = (['low', 'medium', 'high', 'critical'] as const).map((value) => ({
  value,
  label: `${value[0]?.toUpperCase()}${value.slice(1)}`,
}))

/** A comment that you write: a note for later, or a task for the author of the line. */
export function CommentForm({ anchor }: { readonly anchor: Anchor }) {
  const { comment, closeDraft, send } = useReviewing()
  const [text, setText] = useState('')
  const [severity, setSeverity] = useState<CommentSeverity>('medium')
  const [isSending, setSending] = useState(false)
  const canSend = text.trim() !== '' && !isSending
  const submit = async (goesBack: boolean) => {
    if (!canSend) return
    setSending(true)
    if (await comment(anchor, { text: text.trim(), severity, send: goesBack })) closeDraft()
    setSending(false)
  }
  return (
    <Form onSubmit={() => void submit(false)} className="flex flex-col gap-2 border border-line bg-canvas px-3 py-3">
      <TextField
        label={`Comment on ${anchor.side === 'old' ? 'old line' : 'line'} ${anchor.line}`}
        rows={2}
        autoFocus
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') closeDraft()
          if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) void submit(false)
        }}
      />
      <div className="flex flex-wrap items-center gap-2">
        <Button small tone="primary" type="submit" disabled={!canSend}>
          Comment
        </Button>
        {send && (
          <Button small icon={Send} disabled={!canSend} onClick={() => void submit(true)}>
            Comment and send back
          </Button>
        )}
        <Choice
          label="Severity"
          value={severity}
          options={severities}
          onChange={(value) => setSeverity(value as CommentSeverity)}
        />
        <Button small tone="quiet" onClick={closeDraft}>
          Cancel
        </Button>
      </div>
    </Form>
  )
}
