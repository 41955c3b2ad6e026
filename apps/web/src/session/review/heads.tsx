import { type Piece, placeWords, statusWords } from '@convene/reading'
import { Check, Quote, Undo2 } from 'lucide-react'
import { memo, type ReactNode, useId } from 'react'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Citation } from '../../ui/markdown/citation.tsx'
import { Coded } from '../../ui/markdown/coded.tsx'
import { neutral, oneLine } from '../../ui/text/neutral.ts'
import { classes } from '../../ui/theme/classes.ts'
import { DiffCount } from '../conversation/change-line.tsx'
import { useReviewing } from './review.ts'
import { UnseenClaims } from './unseen-claims.tsx'

type Props = { readonly piece: Piece; readonly isCurrent: boolean }

/** The head of a file. It is also the head of the file's piece if there is only one. */
export const FileHead = memo(function FileHead({ piece, isCurrent }: Props) {
  const { file, of } = piece
  const title = useId()
  const words = statusWords(file)
  const isAlone = of === 1
  return (
    <Head piece={piece} title={title} isCurrent={isCurrent && isAlone} isFile>
      <h3 id={title} className="min-w-0 font-mono text-sm font-medium wrap-anywhere">
        {shownPath(file.path)}
        {isAlone && <StateWords piece={piece} />}
      </h3>
      {file.added + file.removed > 0 && <DiffCount {...file} />}
      {words.length > 0 && (
        <span className="min-w-0 text-sm wrap-anywhere text-muted">{oneLine(words.join(' · '))}</span>
      )}
      <span className="flex-1" />
      {isAlone && <PieceEnd piece={piece} />}
    </Head>
  )
})

/** The head of one of several pieces of a file. */
export const HunkHead = memo(function HunkHead({ piece, isCurrent }: Props) {
  const { hunk, file } = piece
  const title = useId()
  return (
    <Head piece={piece} title={title} isCurrent={isCurrent}>
      <h4 id={title} className="numeric shrink-0 text-sm text-muted">
        <span className="sr-only">{shownPath(file.path)}, </span>
        {placeWords(hunk)}
        <StateWords piece={piece} />
      </h4>
      {hunk.section && (
        <code className="min-w-0 shrink-[4] truncate font-mono text-sm text-muted exact">
          {oneLine(hunk.section.slice(0, 200))}
        </code>
      )}
      <span className="flex-1" />
      <PieceEnd piece={piece} />
    </Head>
  )
})

type HeadProps = Props & { readonly title: string; readonly isFile?: boolean; readonly children: ReactNode }

/** The keys move the focus here, so that a screen reader says which piece they act on. */
function Head({ piece, title, isCurrent, isFile = false, children }: HeadProps) {
  const { select } = useReviewing()
  const isOfPiece = piece.of === 1 || !isFile
  return (
    // biome-ignore lint/a11y/useSemanticElements: it groups no fields
    <div
      role="group"
      aria-labelledby={title}
      aria-current={isCurrent || undefined}
      data-piece={isOfPiece ? piece.at : undefined}
      tabIndex={-1}
      onFocus={() => isOfPiece && select(piece.at)}
      className={classes(
        'relative flex min-h-10 flex-wrap items-center tablet:flex-nowrap gap-x-3 gap-y-1 border border-line py-1 pr-2 pl-3 outline-offset-[-2px]',
        isFile ? 'rounded-t-lg bg-surface' : 'border-t-0 bg-sunken',
        isFile && piece.of > 1 && 'border-b-line',
        isCurrent && 'before:absolute before:inset-y-0 before:left-0 before:w-1 before:bg-accent',
        isCurrent && isFile && 'before:rounded-tl-lg',
      )}
    >
      {children}
    </div>
  )
}

/** For screen readers: a badge next to it says the same. */
const StateWords = ({ piece: { hunk } }: Pick<Props, 'piece'>) =>
  hunk.state === 'open' ? null : <span className="sr-only">, {hunk.state}</span>

/** Why a piece was made, and the decision about it. */
function PieceEnd({ piece }: Pick<Props, 'piece'>) {
  const { keep, undo, isUnfolded, unfold } = useReviewing()
  const { state } = piece.hunk
  return (
    <span className="flex min-w-0 items-center justify-end gap-2 max-tablet:w-full">
      <Makers piece={piece} />
      {state === 'kept' && <Badge tone="good">Kept</Badge>}
      {state === 'undone' && (
        <>
          <Badge>Undone</Badge>
          <Button small tone="quiet" aria-expanded={isUnfolded(piece)} onClick={() => unfold(piece)}>
            {isUnfolded(piece) ? 'Hide' : 'Show'}
          </Button>
        </>
      )}
      {undo && state !== 'undone' && (
        <Button small tone="quiet" icon={Undo2} onClick={() => undo([piece])}>
          <span className="max-tablet:sr-only">Undo</span>
        </Button>
      )}
      {keep && state !== 'kept' && (
        <Button small icon={Check} onClick={() => keep([piece])}>
          <span className="max-tablet:sr-only">Keep</span>
        </Button>
      )}
    </span>
  )
}

/** `s1 “one writer for both forms” m9`: whose it is, and the reason in its author's words. */
function Makers({ piece: { hunk } }: Pick<Props, 'piece'>) {
  const [maker, ...others] = hunk.by
  if (!maker) return null
  const steps = [...new Set([maker, ...others].flatMap(({ step }) => step ?? []))]
  const { message, reason, unseenClaims } = maker
  return (
    <span className="flex min-w-0 items-center gap-2 text-sm text-muted max-tablet:flex-1">
      {steps.length > 0 && <span className="shrink-0 font-mono">{oneLine(steps.join(', '))}</span>}
      {reason && (
        <span title={oneLine(reason)} className="flex max-w-72 min-w-0 items-center gap-1">
          <Quote aria-hidden size={12} className="shrink-0" />
          <span className="truncate">
            <Coded text={oneLine(reason)} />
          </span>
        </span>
      )}
      <UnseenClaims unseenClaims={unseenClaims} />
      {message && <Citation id={message} />}
    </span>
  )
}

/** A name is text, whatever is in it. A line break in it is shown as such. */
export const shownPath = (path: string): string => neutral(path.replaceAll('\n', '⏎'))
