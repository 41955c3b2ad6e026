import { ArrowUpRight } from 'lucide-react'

type RunRequest = { readonly goal: string; readonly mode?: string; readonly team?: string }
type Example = RunRequest & { readonly title: string }

/** Example goals that work with any model. */
const examples: readonly Example[] = [
  { title: 'Decide', mode: 'panel', goal: 'Should a small team keep its sessions in Redis or in Postgres?' },
  {
    title: 'Compare',
    team: 'multi-perspective-analysis',
    goal: 'What would make a command line tool pleasant to use?',
  },
  { title: 'Explore', mode: 'agent', goal: 'Read this folder and say in a few sentences what it is for.' },
]

export function Examples({ onPick }: { readonly onPick: (example: RunRequest) => void }) {
  return (
    <section aria-labelledby="examples" className="flex flex-col gap-2">
      <h2 id="examples" className="text-sm text-muted">
        Or try one of these
      </h2>
      <ul className="grid grid-cols-3 gap-3 max-tablet:grid-cols-1">
        {examples.map(({ title, ...request }) => (
          <li key={title}>
            <button
              type="button"
              onClick={() => onPick(request)}
              className="group flex h-full w-full flex-col gap-1 rounded-lg border border-line bg-surface p-3 text-left transition-colors hover:border-line-strong hover:bg-hover"
            >
              <span className="flex w-full items-center justify-between font-medium">
                {title}
                <ArrowUpRight aria-hidden size={14} className="text-muted" />
              </span>
              <span className="text-muted">{request.goal}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
