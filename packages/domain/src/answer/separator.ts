/** An arrow as models write it between a mark and its value: `VOTE -> B`. A source, for use in other patterns. */
export const ARROW = '(?:-{1,3}>|=>|[→⇒➜⟶])'
