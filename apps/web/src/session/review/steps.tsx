import { isFinal, type StepView, withPlainMarks } from '@convene/domain'
import { type CheckWords, checkWords, type ProofWord, type ReviewRemark, stepProofWord } from '@convene/reading'
import { CircleAlert, CircleCheck, CircleDashed, CircleDot, CircleX, FileDiff, type LucideIcon } from 'lucide-react'
import { memo, useId } from 'react'
import { Avatar } from '../../ui/avatar.tsx'
import { Badge, type BadgeTone } from '../../ui/badge.tsx'
import { IconButton } from '../../ui/button.tsx'
import { Citation } from '../../ui/markdown/citation.tsx'
import { Coded } from '../../ui/markdown/coded.tsx'
import { ScrollArea } from '../../ui/scroll-area.tsx'
import { neutral, oneLine } from '../../ui/text/neutral.ts'
import { classes } from '../../ui/theme/classes.ts'
import { shownNow } from '../view/mode-view.ts'
import { speakerOf } from '../view/seats.ts'
import { useSessionStore, useSpeaker, useView } from '../view/use-session.ts'
import { UnseenClaims } from './unseen-claims.tsx'

type Props = {
  /** Shows what a step has changed. */
  readonly onShow?: ((step: string) => void) | undefined
  /** The steps of which there is something to show. */
  readonly changed?: ReadonlySet<string> | undefined
  /** What reviewers said about the steps, by step. */
  readonly remarks?: ReadonlyMap<string, ReviewRemark | null> | undefined
}

/** The steps of a build, each with what proves it. */
export function Steps({ onShow, changed, remarks }: Props) {
  const steps = useView((view) => shownNow(view).plan?.steps)
  const isOver = useView(({ session }) => isFinal(session.run?.phase ?? 'idle'))
  if (!steps || steps.length === 0) return null
  return (
    <ol aria-label="Steps" className="flex flex-col gap-2">
      {steps.map((step) => (
        <StepCard
          key={step.id}
          step={step}
          isOver={isOver}
          onShow={changed?.has(step.id) ? onShow : undefined}
          remark={remarks?.get(step.id) ?? null}
        />
      ))}
    </ol>
  )
}

type Card = {
  readonly step: StepView
  readonly isOver: boolean
  readonly onShow: ((step: string) => void) | undefined
  readonly remark: ReviewRemark | null
}

const StepCard = memo(function StepCard({ step, isOver, onShow, remark }: Card) {
  const owner = useSpeaker(step.owner)
  const store = useSessionStore()
  const word = stepProofWord(step, isOver, (agent) => speakerOf(store.getState().view, agent).name)
  const title = useId()
  return (
    <li aria-labelledby={title} className="flex flex-col gap-2 rounded-lg border border-line bg-surface p-3">
      <p id={title} className="flex items-baseline gap-2 font-medium">
        <span className="shrink-0 font-mono text-sm font-normal text-muted">{oneLine(step.id)}</span>
        <span className="min-w-0 wrap-anywhere">
          <Coded text={oneLine(step.description)} />
        </span>
      </p>
      {step.reason && word.tone !== 'good' && (
        <p className="text-sm wrap-anywhere text-warning">
          <Coded text={oneLine(step.reason)} />
        </p>
      )}
      <Checks step={step} isOver={isOver} />
      {remark && <RemarkLine step={step} remark={remark} />}
      <p className="flex items-center gap-2 text-sm text-muted">
        <Avatar {...owner} size="small" />
        <span className="min-w-0 flex-1 truncate">{[owner.name, ...factsOf(step)].join(' · ')}</span>
        {onShow && (
          <IconButton
            small
            label={`Show changes of ${oneLine(step.id)}`}
            icon={FileDiff}
            onClick={() => onShow(step.id)}
          />
        )}
        <Badge tone={badges[word.tone]}>{oneLine(word.word)}</Badge>
      </p>
    </li>
  )
})

/** What its reviewer said, in one line. */
function RemarkLine({ step, remark }: { readonly step: StepView; readonly remark: ReviewRemark }) {
  const { message, text, unseenClaims } = remark
  const reviewer = useSpeaker(step.reviewer ?? '')
  const words = oneLine(withPlainMarks(text))
  return (
    <p className="flex items-center gap-2 text-sm text-muted">
      <span className="min-w-0 truncate" title={words}>
        {step.reviewer ? `${reviewer.name}: ` : ''}“<Coded text={words} />”
      </span>
      <UnseenClaims unseenClaims={unseenClaims} />
      <Citation id={message} />
    </p>
  )
}

const badges: Readonly<Record<ProofWord['tone'], BadgeTone>> = {
  good: 'good',
  bad: 'bad',
  warning: 'warning',
  asked: 'accent',
  live: 'accent',
  plain: 'plain',
}

const factsOf = ({ attempt, dependsOn, state }: StepView): readonly string[] => [
  ...(attempt > 1 ? [`attempt ${attempt}`] : []),
  ...(dependsOn.length > 0 && state === 'pending' ? [oneLine(`after ${dependsOn.join(', ')}`)] : []),
]

/** Its checks, or what it has to reach if nothing is checked. */
function Checks({ step, isOver }: Pick<Card, 'step' | 'isOver'>) {
  if (step.seen.length === 0)
    return step.acceptance ? (
      <p className="text-sm wrap-anywhere text-muted">
        <Coded text={oneLine(step.acceptance)} />
      </p>
    ) : null
  return (
    <ul aria-label="Checks" className="flex flex-col gap-2">
      {step.seen.map((seen, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the checks of a step never change their order
        <CheckLine key={index} words={checkWords(seen, isOver)} />
      ))}
    </ul>
  )
}

const marks: Readonly<Record<ProofWord['tone'], readonly [LucideIcon, string]>> = {
  good: [CircleCheck, 'text-good'],
  bad: [CircleX, 'text-bad'],
  warning: [CircleAlert, 'text-warning'],
  asked: [CircleDot, 'text-accent-ink'],
  live: [CircleDot, 'text-accent-ink'],
  plain: [CircleDashed, 'text-muted'],
}

/** A check: what it is, what it says about the work, the facts behind that, and why it failed. */
export function CheckLine({ words: { check, word, tone, facts, output } }: { readonly words: CheckWords }) {
  const [Icon, ink] = marks[tone]
  return (
    <li className="flex gap-2 text-sm">
      <Icon aria-hidden size={14} className={classes('mt-px shrink-0', ink)} />
      <div className="min-w-0 flex-1">
        <p className="wrap-anywhere">
          <span className={classes('font-medium', ink)}>{word}</span>{' '}
          <code className="font-mono exact">{oneLine(check)}</code>
        </p>
        {facts.length > 0 && (
          <p className="numeric wrap-anywhere text-muted">
            <Coded text={oneLine(facts.join(' · '))} />
          </p>
        )}
        {output && <Output text={output} />}
      </div>
    </li>
  )
}

/** The end of what a check has printed. */
const Output = ({ text }: { readonly text: string }) => (
  <ScrollArea label="Output" className="mt-1 max-h-48 overflow-auto rounded-md border border-line bg-sunken p-2">
    <pre className="font-mono text-xs whitespace-pre-wrap wrap-anywhere">{neutral(text.trimEnd())}</pre>
  </ScrollArea>
)
