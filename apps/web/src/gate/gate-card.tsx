import type { Question } from '@convene/domain'
import { DoorOpen, Pencil } from 'lucide-react'
import { useState } from 'react'
import { useShortcuts } from '../app/shortcuts.ts'
import { Markdown } from '../markdown/markdown.tsx'
import { Button } from '../parts/button.tsx'
import { TextField } from '../parts/field.tsx'
import { Keys } from '../parts/keys.tsx'
import { ScrollArea } from '../parts/scroll-area.tsx'
import { useSendCommand } from '../session/use-command.ts'
import { EstimateLine } from './estimate-line.tsx'

/** The run waits here for a person: the topic or the plan, to approve as it stands, edited, or to send back. */
export function GateCard({ question }: { readonly question: Question }) {
  const [way, setWay] = useState<'read' | 'edit' | 'reject'>('read')
  const send = useSendCommand()
  const text = question.text ?? ''
  const approve = (edited?: string) => void send({ type: 'approve', ...(edited !== undefined && { text: edited }) })
  useShortcuts({ y: () => way === 'read' && approve(), e: () => setWay('edit'), n: () => setWay('reject') })
  return (
    <section
      aria-label={`Gate: ${question.gate}`}
      className="flex max-h-[56vh] animate-rise flex-col overflow-hidden rounded-lg border border-accent bg-surface shadow-floating"
    >
      <header className="flex items-center gap-2 border-b border-line bg-accent-soft px-4 py-2 text-sm font-medium text-accent-ink">
        <DoorOpen aria-hidden size={16} />
        <h2>{question.gate === 'plan' ? 'Approve the plan?' : 'Approve the topic?'}</h2>
      </header>
      {way === 'read' && (
        <>
          <ScrollArea label="What is asked" className="min-h-0 flex-1 overflow-y-auto p-4">
            <Markdown text={text || question.question} />
          </ScrollArea>
          <footer className="flex flex-wrap items-center gap-2 border-t border-line px-4 py-3">
            <Button tone="primary" onClick={() => approve()}>
              Approve <Keys keys="Y" inverted />
            </Button>
            <Button icon={Pencil} onClick={() => setWay('edit')}>
              Edit <Keys keys="E" />
            </Button>
            <Button tone="danger" onClick={() => setWay('reject')}>
              Send back <Keys keys="N" />
            </Button>
            <EstimateLine />
          </footer>
        </>
      )}
      {way === 'edit' && <Edit text={text} onSave={approve} onCancel={() => setWay('read')} />}
      {way === 'reject' && (
        <Reject onSend={(feedback) => void send({ type: 'reject', feedback })} onCancel={() => setWay('read')} />
      )}
    </section>
  )
}

function Edit(props: {
  readonly text: string
  readonly onSave: (text: string) => void
  readonly onCancel: () => void
}) {
  const [text, setText] = useState(props.text)
  return (
    <div className="flex min-h-0 flex-col gap-3 overflow-y-auto p-4">
      <TextField
        label="Your version"
        value={text}
        onChange={(event) => setText(event.target.value)}
        rows={12}
        autoFocus
        className="font-mono"
      />
      <div className="flex gap-2">
        <Button tone="primary" disabled={!text.trim()} onClick={() => props.onSave(text)}>
          Approve this version
        </Button>
        <Button tone="quiet" onClick={props.onCancel}>
          Back
        </Button>
      </div>
    </div>
  )
}

function Reject(props: { readonly onSend: (feedback: string) => void; readonly onCancel: () => void }) {
  const [text, setText] = useState('')
  return (
    <div className="flex flex-col gap-3 p-4">
      <TextField
        label="What should be different?"
        value={text}
        onChange={(event) => setText(event.target.value)}
        autoFocus
      />
      <div className="flex gap-2">
        <Button tone="primary" disabled={!text.trim()} onClick={() => props.onSend(text.trim())}>
          Send back
        </Button>
        <Button tone="quiet" onClick={props.onCancel}>
          Back
        </Button>
      </div>
    </div>
  )
}
