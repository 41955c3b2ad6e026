import { isFinal } from '@convene/domain'
import type { BuildReview as Review } from '@convene/reading'
import { FileDiff, LoaderCircle } from 'lucide-react'
import { type ComponentProps, type ReactNode, type RefObject, useContext, useId, useMemo } from 'react'
import { Empty } from '../../ui/empty.tsx'
import { KeyCaps } from '../../ui/keys.tsx'
import { Notice } from '../../ui/notice.tsx'
import { oneLine } from '../../ui/text/neutral.ts'
import { useMaySteer } from '../view/use-rights.ts'
import { useView } from '../view/use-session.ts'
import { ConfirmAct } from './confirm-act.tsx'
import { DiffList } from './diff-list.tsx'
import { LandingNote } from './landing-note.tsx'
import { ReviewContext } from './review.ts'
import { actsOf, hasFacts, ReviewActs, ReviewFacts } from './review-bar.tsx'
import { Steps } from './steps.tsx'
import { type OpenedReview, useBuildReview } from './use-build-review.ts'
import { usePieces } from './use-pieces.ts'
import { useReviewActs } from './use-review-acts.ts'

type Props = {
  /** The scrolled element. The change is a part of it. */
  readonly scroller: RefObject<HTMLElement | null>
}

/** A build: what proves its steps, and its whole change, hunk by hunk, to keep or undo. Live while it runs. */
export function BuildReview({ scroller }: Props) {
  const opened = useBuildReview()
  if (opened.review) return <Opened opened={opened} review={opened.review} scroller={scroller} />
  return (
    <Columns>
      {opened.problem ? (
        <Notice tone="bad" title="The changes cannot be read">
          {oneLine(opened.problem)} Nothing was changed. The transcript shows what was done.
        </Notice>
      ) : (
        <Empty icon={LoaderCircle} title="Reading the changes" />
      )}
    </Columns>
  )
}

function Opened({ opened, review, scroller }: Props & { readonly opened: OpenedReview; readonly review: Review }) {
  const maySteer = useMaySteer()
  const remarks = useMemo(() => new Map(review.steps.map(({ id, remark }) => [id, remark])), [review.steps])
  const changed = useMemo(() => stepsIn(review), [review])
  const shown = usePieces(review, scroller)
  const { reviewing, handlers, said, question } = useReviewActs({ opened, review, shown, maySteer })
  const acts = maySteer ? actsOf(review, handlers) : []
  const hasActs = acts.length > 0 && review.files.length > 0 && (review.isOver || review.landing !== null)
  return (
    <ReviewContext value={reviewing}>
      {(hasFacts(review) || hasActs) && (
        <div className="z-10 flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line bg-surface px-4 py-2 tablet:sticky tablet:top-0">
          <ReviewFacts review={review} />
          <span className="ml-auto max-tablet:hidden">
            {hasActs && <ReviewActs acts={acts} isBusy={opened.busy !== null} />}
          </span>
        </div>
      )}
      <Columns onShow={shown.showStep} changed={changed} remarks={remarks}>
        <div className="mb-4 empty:hidden">
          <LandingNote review={review} onAnyway={handlers.keepAnyway} onShow={shown.showFile} />
        </div>
        {review.files.length > 0 ? (
          <DiffList rows={shown.rows} scroller={scroller} list={shown.list} />
        ) : (
          <NoChange isOver={review.isOver} />
        )}
      </Columns>
      {hasActs && (
        <div className="sticky bottom-0 z-10 flex justify-end border-t border-line bg-surface px-4 py-2 tablet:hidden">
          <ReviewActs acts={acts} isBusy={opened.busy !== null} />
        </div>
      )}
      <ConfirmAct {...question} />
      <p role="status" className="sr-only">
        {said}
      </p>
    </ReviewContext>
  )
}

/** The steps that have made a part of the change. */
const stepsIn = ({ files }: Review): ReadonlySet<string> =>
  new Set(files.flatMap(({ hunks }) => hunks.flatMap(({ by }) => by.flatMap(({ step }) => step ?? []))))

/** Steps with their proof, and next to them what they changed. Below each other if there is no room. */
function Columns({ children, ...steps }: ComponentProps<typeof Steps> & { readonly children: ReactNode }) {
  const title = useId()
  return (
    <div className="@container">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4 p-4 max-tablet:p-2 @min-[800px]:grid-cols-[320px_minmax(0,1fr)]">
        <div className="flex flex-col gap-4 @min-[800px]:sticky @min-[800px]:top-14 @min-[800px]:max-h-[calc(100dvh-240px)] @min-[800px]:self-start @min-[800px]:overflow-y-auto">
          <Steps {...steps} />
          <KeyLegend />
        </div>
        <section aria-labelledby={title} className="min-w-0">
          <h2 id={title} className="sr-only">
            Changes
          </h2>
          {children}
        </section>
      </div>
    </div>
  )
}

const keys = [
  [['J', 'K'], 'next, previous'],
  [['A'], 'keep'],
  [['X'], 'undo'],
  [['C'], 'comment'],
  [['Shift+A'], 'keep all'],
] as const

function KeyLegend() {
  const isOver = useView(({ session }) => isFinal(session.run?.phase ?? 'idle'))
  const reviewing = useContext(ReviewContext)
  if (!isOver || !reviewing) return null
  const shown = keys.filter(([, does]) => reviewing.keep || !does.startsWith('keep'))
  return (
    <p aria-hidden className="flex flex-wrap gap-x-3 gap-y-1 text-sm text-muted max-tablet:hidden">
      {shown.map(([pressed, does]) => (
        <span key={does} className="flex items-center gap-1">
          {pressed.map((key) => (
            <KeyCaps key={key} keys={key} />
          ))}
          {does}
        </span>
      ))}
    </p>
  )
}

const NoChange = ({ isOver }: { readonly isOver: boolean }) =>
  isOver ? (
    <Empty icon={FileDiff} title="No files were changed" text="The report is in the transcript and in the result." />
  ) : (
    <Empty icon={FileDiff} title="No changes yet" text="Each change appears here as soon as a step makes it." />
  )
