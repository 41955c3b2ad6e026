import { countText } from '@convene/domain'
import type { StoryWords } from './cast.ts'
import { brief, does } from './line.ts'

/** What independent answers have in common. */
export const opinionWords = {
  'opinions.compared': ({ data: { by, points } }) => {
    const count = (kind: string) => points.filter((point) => point.kind === kind).length
    const [all, some, disputed] = [count('all'), count('some'), count('disputed')]
    const parts = [
      all > 0 && `${countText(all, 'point')} of all`,
      some > 0 && `${some} of some`,
      disputed > 0 && countText(disputed, 'contradiction'),
    ].filter(Boolean)
    return brief(`compared the answers: ${parts.join(', ')}`, does(by))
  },
} satisfies Partial<StoryWords>
