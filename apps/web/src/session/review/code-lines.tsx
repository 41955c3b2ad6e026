import { countText, type NumberedLine, spelled } from '@convene/domain'
import type { Piece } from '@convene/reading'
import { memo } from 'react'
import { classes } from '../../ui/theme/classes.ts'
import type { Anchor } from './rows.ts'
import { linesOf, type Slice } from './slices.ts'

/** A minified file on one line would freeze the page. */
const LONGEST = 2_000

const looks: Readonly<Record<NumberedLine['sign'], string>> = {
  '+': 'bg-good-soft',
  '-': 'bg-bad-soft',
  ' ': '',
  '\\': 'text-muted',
}

const inks: Readonly<Record<NumberedLine['sign'], string>> = {
  '+': 'text-good',
  '-': 'text-bad',
  ' ': 'text-muted',
  '\\': 'text-muted',
}

type Props = {
  readonly piece: Piece
  readonly slice: Slice
  /** Undefined if nobody may comment. */
  readonly onComment?: ((anchor: Anchor) => void) | undefined
}

/** Some lines of a hunk with their numbers. A click on a number comments on its line. */
export const CodeLines = memo(function CodeLines({ piece, slice, onComment }: Props) {
  const { hunk, file } = piece
  return (
    <div
      className={classes(
        'border-x border-line bg-surface font-mono text-sm exact',
        hunk.state === 'undone' && 'opacity-60',
      )}
    >
      {linesOf(hunk, slice).map((line, index) => (
        <Line
          // biome-ignore lint/suspicious/noArrayIndexKey: lines are identified by number
          key={index}
          line={line}
          onComment={
            onComment && line.sign !== '\\' ? () => onComment({ path: file.path, ...placeIn(line) }) : undefined
          }
        />
      ))}
    </div>
  )
})

const placeIn = ({ old, new: now }: NumberedLine): Omit<Anchor, 'path'> =>
  now === null ? { side: 'old', line: old ?? 1 } : { side: 'new', line: now }

function Line({ line, onComment }: { readonly line: NumberedLine; readonly onComment: (() => void) | undefined }) {
  const { sign, text } = line
  const { line: number } = placeIn(line)
  return (
    <div className={classes('group/line flex items-stretch leading-5', looks[sign])}>
      {onComment ? (
        // Out of the tab order: a change has thousands of lines, and the key C does the same.
        <button
          type="button"
          tabIndex={-1}
          aria-label={`Comment on line ${number}`}
          onClick={onComment}
          className={classes(gutter, 'hover:bg-accent-soft hover:text-accent-ink')}
        >
          <Numbers line={line} />
        </button>
      ) : (
        <span className={gutter}>
          <Numbers line={line} />
        </span>
      )}
      <span className={classes('w-5 shrink-0 text-center select-none', inks[sign])}>{sign === '\\' ? '' : sign}</span>
      <span className="min-w-0 flex-1 pr-3 whitespace-pre-wrap wrap-anywhere">
        {sign === '\\' ? text.trim() : shortened(text) || ' '}
      </span>
    </div>
  )
}

const gutter = 'flex shrink-0 text-right text-xs leading-5 text-muted select-none'

/** Drawn by the style, so that copied code has no numbers in it. On a phone there is room for one. */
const Numbers = ({ line: { old, new: now } }: { readonly line: NumberedLine }) => (
  <>
    <span data-number={old} className={classes(numbers, 'w-11 max-tablet:hidden')} />
    <span data-number={now} className={classes(numbers, 'w-11 max-tablet:hidden')} />
    <span data-number={now ?? old} className={classes(numbers, 'w-9 tablet:hidden')} />
  </>
)

const numbers = 'numeric pr-2 before:content-[attr(data-number)]'

const shortened = (text: string): string =>
  text.length > LONGEST
    ? `${spelled(text.slice(0, LONGEST))}… ${countText(text.length - LONGEST, 'more character')}`
    : spelled(text)
