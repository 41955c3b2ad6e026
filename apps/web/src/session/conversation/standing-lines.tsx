import type { StandingLine } from '@convene/reading'
import { Markdown } from '../../ui/markdown/markdown.tsx'
import { wordsOfCode } from '../../ui/text/words.ts'
import { classes } from '../../ui/theme/classes.ts'

const main: readonly string[] = ['position', 'vote']

/** A panelist's position, confidence and reason. */
export function StandingLines(props: {
  readonly lines: readonly StandingLine[]
  /** For lanes, which have no room for a column of names. */
  readonly compact: boolean
}) {
  const { lines, compact } = props
  if (lines.length === 0) return null
  return (
    <dl
      className={classes(
        'mt-3 gap-x-3 gap-y-1 rounded-md bg-sunken px-3 py-2 text-sm first:mt-0',
        compact ? 'flex flex-col' : 'grid grid-cols-[auto_1fr]',
      )}
    >
      {lines.map(({ name, value }) => (
        <div key={`${name} ${value}`} className="contents">
          <dt className="text-muted">{wordsOfCode(name)}</dt>
          <dd className={classes('min-w-0', main.includes(name) && 'font-medium')}>
            <Markdown text={/^\d{1,3}$/u.test(value) ? `${value} %` : value} />
          </dd>
        </div>
      ))}
    </dl>
  )
}
