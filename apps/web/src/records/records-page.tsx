import { countText } from '@convene/domain'
import type { RecordsView } from '@convene/protocol'
import { sureText } from '@convene/reading'
import { ChartNoAxesColumn } from 'lucide-react'
import { useCall } from '../connection/use-call.ts'
import { Empty } from '../ui/empty.tsx'
import { Screen, Section } from '../ui/screen.tsx'
import { oneLine } from '../ui/text/neutral.ts'

/** How often each model was right, how sure it was, and which models are wrong together. */
export function RecordsPage() {
  const { value } = useCall((client) => client.records())
  return (
    <Screen title="Track record" back={{ href: '/', label: 'Back to the start' }}>
      {value && (value.resolved === 0 ? <NoRecord /> : <Records records={value} />)}
    </Screen>
  )
}

const NoRecord = () => (
  <Empty
    icon={ChartNoAxesColumn}
    title="No track record yet"
    text="On a result page, say how its decision turned out. The models' track record is built from these answers."
  />
)

function Records({ records }: { readonly records: RecordsView }) {
  const { resolved, teamRight, models, pairs } = records
  const together = pairs.filter(({ sameWrong }) => sameWrong > 0)
  return (
    <>
      <Section
        title="Models"
        hint={`Teams were right in ${teamRight} of ${countText(resolved, 'resolved decision')}. Each bar shows how often a model was right, the mark how sure it said it was. This stays on this machine.`}
      >
        <ul className="flex flex-col divide-y divide-line rounded-lg border border-line bg-surface">
          {models.map((model) => (
            <ModelRow key={model.model} model={model} />
          ))}
        </ul>
      </Section>
      {together.length > 0 && (
        <Section title="Wrong together" hint="Models that often give the same wrong answer add little to each other.">
          <ul className="flex flex-col divide-y divide-line rounded-lg border border-line bg-surface">
            {together.map((pair) => (
              <li key={pair.models.join(' + ')} className="flex flex-wrap gap-x-4 gap-y-1 px-4 py-3">
                <span className="font-mono text-sm">{pair.models.map(oneLine).join(' + ')}</span>
                <span className="text-sm text-muted">
                  the same wrong answer in {pair.sameWrong} of {countText(pair.together, 'shared decision')}
                </span>
              </li>
            ))}
          </ul>
        </Section>
      )}
    </>
  )
}

function ModelRow({ model }: { readonly model: RecordsView['models'][number] }) {
  const { model: name, votes, right, stated } = model
  return (
    <li className="flex flex-col gap-2 px-4 py-3">
      <p className="flex flex-wrap items-baseline gap-x-4">
        <span className="font-mono text-sm">{oneLine(name)}</span>
        <span className="text-sm text-muted">
          right in {right} of {countText(votes, 'vote')}
        </span>
      </p>
      {stated && <ReliabilityStrip {...stated} />}
    </li>
  )
}

/** A bar for how often the model was right, with a mark at its stated confidence: the gap is what to discount. */
function ReliabilityStrip({ said, was }: { readonly said: number; readonly was: number }) {
  const text = `Said it was ${percent(said)} sure, was right ${percent(was)} of the time: ${sureText({ said, was })}.`
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
      <span aria-hidden className="relative block h-2 w-64 max-w-full rounded-full bg-hover">
        <span className="block h-full rounded-full bg-good" style={{ width: `${was * 100}%` }} />
        <span className="absolute -top-1 h-4 w-0.5 bg-ink" style={{ left: `calc(${said * 100}% - 1px)` }} />
      </span>
      <span className="numeric text-sm text-muted">{text}</span>
    </div>
  )
}

const percent = (share: number): string => `${Math.round(share * 100)} %`
