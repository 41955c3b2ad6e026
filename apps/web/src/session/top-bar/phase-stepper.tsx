import { Check, CircleSlash, Pause, RotateCw, X } from 'lucide-react'
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef } from 'react'
import { ScrollArea } from '../../ui/scroll-area.tsx'
import { classes } from '../../ui/theme/classes.ts'
import { useView } from '../view/use-session.ts'
import { type StoryStep, type StoryStepState, storyStepsOf } from './steps.ts'

/** How far the run is. Words that do not fit become marks, so none is cut. */
export function PhaseStepper() {
  const list = useFit()
  const run = useView(({ session }) => session.run)
  const visits = useView((view) => view.phases)
  const steps = useMemo(() => storyStepsOf(run, visits), [run, visits])
  return (
    <ScrollArea
      label="Phases"
      className="hush -mx-4 tablet:fading min-w-0 flex-1 overflow-x-auto px-4 max-tablet:mx-0 max-tablet:px-0"
    >
      <ol ref={list} className="group/phases -ml-2 flex w-max items-center max-tablet:ml-0">
        {steps.map((step, index) => (
          <PhaseStep
            key={step.name}
            {...step}
            isPaused={run?.phase === 'paused'}
            isFirst={index === 0}
            isEnd={run?.phase === 'completed' && index === steps.length - 1}
          />
        ))}
      </ol>
    </ScrollArea>
  )
}

const rooms = ['all', 'ahead', 'here']

/** Names the room for words, `data-room`: for all, for those from the current phase on, or for the current one only. */
function useFit() {
  const list = useRef<HTMLOListElement>(null)
  const fit = useCallback(() => {
    const { current } = list
    const area = current?.parentElement
    if (!current || !area) return
    for (const room of rooms) {
      current.dataset.room = room
      if (area.scrollWidth <= area.clientWidth) return
    }
  }, [])
  useLayoutEffect(fit)
  useEffect(() => {
    const observer = new ResizeObserver(fit)
    // The list changes its width when its font arrives.
    for (const each of [list.current, list.current?.parentElement]) if (each) observer.observe(each)
    return () => observer.disconnect()
  }, [fit])
  return list
}

const looks: Readonly<Record<StoryStepState, string>> = {
  done: 'text-muted',
  now: 'bg-accent-soft text-accent-ink font-medium',
  later: 'text-muted',
  stopped: 'bg-hover font-medium',
  failed: 'bg-bad-soft text-bad font-medium',
}

type PhaseStepProps = StoryStep & {
  readonly isPaused: boolean
  readonly isFirst: boolean
  /** The phase in which the run has ended well. */
  readonly isEnd: boolean
}

/** Without room for all words, those of finished phases go first. */
const words: Readonly<Partial<Record<StoryStepState, string>>> = {
  done: 'group-data-[room=ahead]/phases:sr-only group-data-[room=here]/phases:sr-only',
  later: 'group-data-[room=here]/phases:sr-only',
}

function PhaseStep({ name, state, isPaused, rounds, isFirst, isEnd }: PhaseStepProps) {
  const place = useRef<HTMLLIElement>(null)
  const isHere = ['now', 'stopped', 'failed'].includes(state)
  useEffect(() => {
    if (state === 'now') place.current?.scrollIntoView({ inline: 'center', block: 'nearest' })
  }, [state])
  return (
    <li ref={place} aria-current={state === 'now' ? 'step' : undefined} className="flex shrink-0 items-center">
      {!isFirst && (
        <span
          aria-hidden
          className={classes('h-px w-3 max-tablet:hidden', state === 'later' ? 'bg-line' : 'bg-line-strong')}
        />
      )}
      <span
        title={name}
        className={classes(
          'flex h-6 items-center gap-2 rounded-full px-2 text-sm',
          looks[state],
          !isHere && 'max-tablet:px-0.5',
        )}
      >
        <Mark state={state} isPaused={isPaused} />
        <span className={classes(!isHere && 'max-tablet:sr-only', !isEnd && words[state])}>{name}</span>
        {rounds > 1 && (
          <span className="numeric flex items-center gap-0.5 text-xs">
            <RotateCw aria-label="times" size={10} />
            {rounds}
          </span>
        )}
      </span>
    </li>
  )
}

function Mark({ state, isPaused }: { readonly state: StoryStepState; readonly isPaused: boolean }) {
  if (state === 'done') return <Check aria-label="done" size={12} className="text-good" />
  if (state === 'stopped') return <CircleSlash aria-label="ended here" size={12} />
  if (state === 'failed') return <X aria-label="failed here" size={12} />
  if (state === 'now' && isPaused) return <Pause aria-label="paused" size={12} />
  return (
    <span
      aria-hidden
      className={classes('size-1.5 rounded-full', state === 'now' ? 'animate-breathe bg-accent-ink' : 'bg-line-strong')}
    />
  )
}
