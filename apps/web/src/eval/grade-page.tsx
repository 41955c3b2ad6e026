import type { GradingView } from '@convene/protocol'
import { ListChecks, SearchX, Undo2 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useClient } from '../connection/client.ts'
import { useCall } from '../connection/use-call.ts'
import { Button } from '../ui/button.tsx'
import { Empty } from '../ui/empty.tsx'
import { KeyCaps } from '../ui/keys.tsx'
import { Markdown } from '../ui/markdown/markdown.tsx'
import { Opening } from '../ui/opening.tsx'
import { Screen } from '../ui/screen.tsx'
import { useShortcuts } from '../ui/shortcuts.ts'
import { oneLine } from '../ui/text/neutral.ts'
import { toast } from '../ui/toast.tsx'

type Better = 0 | 1 | 2 | null

/** Two answers to the same question, without names: the user says which is better, with three keys. */
export function GradePage({ id }: { readonly id: string }) {
  const { value, refusal } = useCall((client) => client.grading({ id }), id)
  const client = useClient()
  const [newer, setNewer] = useState<GradingView | null>(null)
  const grading = newer ?? value
  const grade = async (pair: number | null | undefined, better: Better) => {
    if (pair === null || pair === undefined) return
    const result = await client.grade({ id, pair, better })
    if (result.ok) setNewer(result.value)
    else toast('bad', 'The grade was not stored', result.refusal.message)
  }
  const pair = grading?.next?.number
  useShortcuts({
    1: () => void grade(pair, 1),
    2: () => void grade(pair, 2),
    0: () => void grade(pair, 0),
    u: () => void grade(grading?.last, null),
  })
  if (refusal)
    return (
      <Screen title="Grading">
        <Empty icon={SearchX} title="Eval not found" text={refusal.message} />
      </Screen>
    )
  if (!grading) return <Opening />
  const undo = (
    <Button icon={Undo2} disabled={grading.last === null} onClick={() => void grade(grading.last, null)}>
      Undo <KeyCaps keys="U" />
    </Button>
  )
  return (
    <Screen title={`Grading: ${oneLine(grading.name)}`} wide actions={undo}>
      <p role="status" className="text-muted">
        {grading.graded} of {grading.total} pairs graded
      </p>
      {grading.next ? (
        <Pair key={grading.next.number} pair={grading.next} grade={(better) => void grade(pair, better)} />
      ) : (
        <Finished grading={grading} />
      )}
    </Screen>
  )
}

type Shown = NonNullable<GradingView['next']>

function Pair({ pair, grade }: { readonly pair: Shown; readonly grade: (better: Better) => void }) {
  const heading = useRef<HTMLHeadingElement>(null)
  // The next question is read out, and Tab starts from it.
  useEffect(() => heading.current?.focus(), [])
  return (
    <>
      <section aria-label="Question" className="flex flex-col gap-2">
        <h2 ref={heading} tabIndex={-1} className="text-md font-semibold outline-none">
          Which answer is better?
        </h2>
        <Markdown text={pair.question} />
        {pair.rubric && <p className="text-muted">A good answer: {oneLine(pair.rubric)}</p>}
      </section>
      <div className="grid grid-cols-2 gap-4 max-tablet:grid-cols-1">
        {['Answer 1', 'Answer 2'].map((name, place) => (
          <section
            key={name}
            aria-label={name}
            className="flex min-w-0 flex-col gap-3 rounded-lg border border-line bg-surface p-4"
          >
            <h3 className="font-semibold">{name}</h3>
            <Markdown text={pair.answers[place] ?? ''} />
          </section>
        ))}
      </div>
      <div className="sticky bottom-0 flex flex-wrap justify-center gap-2 border-t border-line bg-canvas py-4">
        <Button tone="primary" onClick={() => grade(1)}>
          Answer 1 is better <KeyCaps keys="1" inverted />
        </Button>
        <Button onClick={() => grade(0)}>
          Tie <KeyCaps keys="0" />
        </Button>
        <Button tone="primary" onClick={() => grade(2)}>
          Answer 2 is better <KeyCaps keys="2" inverted />
        </Button>
      </div>
    </>
  )
}

function Finished({ grading }: { readonly grading: GradingView }) {
  if (grading.total === 0)
    return <Empty icon={SearchX} title="Nothing to grade" text="Both arms must have answered a question first." />
  return (
    <section aria-label="Result" className="flex flex-col gap-3 rounded-lg border border-line bg-surface p-5">
      <h2 className="flex items-center gap-2 text-md font-semibold">
        <ListChecks aria-hidden size={16} className="text-good" /> All pairs are graded
      </h2>
      {grading.verdict.map((line) => (
        <p key={line}>{oneLine(line)}</p>
      ))}
    </section>
  )
}
