import type { Question } from '@convene/domain'
import { MessageCircleQuestion } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Markdown } from '../../ui/markdown/markdown.tsx'
import { ScrollArea } from '../../ui/scroll-area.tsx'
import { useSendOnce } from '../view/use-command.ts'
import { DockCard } from './dock-card.tsx'
import { answerTo, questionsIn } from './questions.ts'

const ASSUME = 'Proceed with your best assumptions.'

/** An agent's question: pick an option, or write an answer below. Several questions at once are a small form. */
export function QuestionCard({ question }: { readonly question: Question }) {
  const { send, isSending } = useSendOnce()
  const answer = (text: string) => send({ type: 'answer', text, question: question.id })
  const { before, questions } = questionsIn(question.question)
  const isForm = questions.length > 1
  return (
    <DockCard label="Question" title="An agent needs your answer" icon={MessageCircleQuestion}>
      {isForm ? (
        <QuestionForm before={before} questions={questions} onAnswer={answer} />
      ) : (
        <ScrollArea label="Question text" className="min-h-0 flex-1 overflow-y-auto p-4">
          <Markdown text={question.question} />
        </ScrollArea>
      )}
      <footer className="flex flex-wrap gap-2 border-t border-line px-4 py-3">
        {isForm && (
          <Button tone="primary" type="submit" form={FORM} disabled={isSending}>
            Answer
          </Button>
        )}
        {question.options.map((option) => (
          <Button key={option} disabled={isSending} onClick={() => answer(option)}>
            {option}
          </Button>
        ))}
        <Button disabled={isSending} onClick={() => answer(ASSUME)}>
          Use your best assumptions
        </Button>
      </footer>
    </DockCard>
  )
}

const FORM = 'questions'

/** One field per question. An empty one leaves the answer to the agents. */
function QuestionForm(props: {
  readonly before: string
  readonly questions: readonly string[]
  readonly onAnswer: (text: string) => void
}) {
  const { before, questions } = props
  const [answers, setAnswers] = useState<readonly string[]>(questions.map(() => ''))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    props.onAnswer(answers.some((each) => each.trim() !== '') ? answerTo(questions, answers) : ASSUME)
  }
  return (
    <form id={FORM} onSubmit={submit} className="flex min-h-0 flex-1 flex-col gap-3 overflow-y-auto p-4">
      {before && <Markdown text={before} />}
      {[...questions.entries()].map(([place, text]) => (
        <Field
          key={place}
          label={`${place + 1}. ${text}`}
          placeholder="Leave empty to let the agents assume"
          value={answers[place] ?? ''}
          onChange={({ target }) => setAnswers((all) => all.with(place, target.value))}
        />
      ))}
    </form>
  )
}
