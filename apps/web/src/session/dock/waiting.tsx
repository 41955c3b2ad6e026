import { useMe } from '../../people/me.ts'
import { refuseAnswering } from '../../people/rights.ts'
import { neutral } from '../../ui/text/neutral.ts'
import { useView } from '../view/use-session.ts'
import { GateCard } from './gate-card.tsx'
import { QuestionCard } from './question-card.tsx'
import { TurnCard } from './turn-card.tsx'
import { WaitsFor } from './waits-for.tsx'

/** What the run waits for other than approvals: a gate, or the oldest question. */
export function Waiting() {
  const questions = useView(({ session }) => session.questions)
  const list = Object.values(questions).sort((one, other) => one.since - other.since)
  const gate = list.find((question) => question.gate !== null)
  const why = refuseAnswering(
    useMe(),
    useView(({ session }) => session),
  )
  const [asked = gate] = list
  if (why !== null && asked)
    return (
      <WaitsFor label="Question" why={why}>
        <p className="wrap-anywhere whitespace-pre-line">{neutral(asked.question)}</p>
      </WaitsFor>
    )
  if (gate) return <GateCard key={gate.id} question={gate} />
  const [first] = list
  if (!first) return null
  return first.turn ? <TurnCard key={first.id} question={first} /> : <QuestionCard key={first.id} question={first} />
}
