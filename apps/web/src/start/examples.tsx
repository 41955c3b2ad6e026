import { CornerLeftUp } from 'lucide-react'

/** Example goals that work with any model. */
const examples = [
  { title: 'Decide', goal: 'Should a small team keep its sessions in Redis or in Postgres?' },
  { title: 'Compare', goal: 'What do you think makes a command-line tool pleasant to use?' },
  { title: 'Explore', goal: 'Read this folder and say in a few sentences what it is for.' },
]

/** Goals to start from. A click fills in the goal without starting a run. */
export function Examples({ onPick }: { readonly onPick: (goal: string) => void }) {
  return (
    <section aria-labelledby="examples" className="flex flex-col gap-2">
      <h2 id="examples" className="text-sm text-muted">
        Or begin with one of these
      </h2>
      <ul className="grid grid-cols-3 gap-3 max-tablet:grid-cols-1 max-tablet:gap-2">
        {examples.map(({ title, goal }) => (
          <li key={title}>
            <button
              type="button"
              onClick={() => onPick(goal)}
              className="group flex h-full w-full flex-col gap-1 rounded-lg border border-line bg-surface p-3 text-left transition-colors hover:border-line-strong hover:bg-hover"
            >
              <span className="flex w-full items-center justify-between font-medium">
                {title}
                <CornerLeftUp aria-hidden size={14} className="text-muted" />
              </span>
              <span className="text-sm text-muted">{goal}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
