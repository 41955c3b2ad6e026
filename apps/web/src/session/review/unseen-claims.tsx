import type { Maker } from '@convene/reading'
import { oneLine } from '../../ui/text/neutral.ts'
import { classes } from '../../ui/theme/classes.ts'
import { toneIcons, toneInks } from '../../ui/tones.ts'

/** Beside an agent's words: what nobody saw of them. `not seen`, with the claim and what is missing on hover. */
export const UnseenClaims = ({ unseenClaims }: Pick<Maker, 'unseenClaims'>) =>
  unseenClaims.map(({ tone, line }) => {
    const Icon = toneIcons[tone]
    const [word = line] = line.split(': ')
    return (
      <span
        key={line}
        title={oneLine(line.replaceAll('`', ''))}
        className={classes('flex shrink-0 items-center gap-1', toneInks[tone])}
      >
        <Icon aria-hidden size={14} className="shrink-0" />
        <span>{word}</span>
        <span className="sr-only">{oneLine(line.slice(word.length).replaceAll('`', ''))}</span>
      </span>
    )
  })
