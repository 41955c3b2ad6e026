import { useId } from 'react'

/** The options of a vote as radio buttons. */
export function BallotOptions(props: {
  readonly options: readonly string[]
  readonly chosen: string
  readonly onChoose: (option: string) => void
}) {
  const name = useId()
  return (
    <fieldset className="flex flex-col">
      <legend className="sr-only">Your vote</legend>
      {props.options.map((each) => (
        <label key={each} className="-mx-2 flex items-start gap-2 rounded-md px-2 py-1.5 hover:bg-hover">
          <input
            type="radio"
            name={name}
            checked={props.chosen === each}
            onChange={() => props.onChoose(each)}
            className="mt-1 accent-accent"
          />
          <span className="wrap-anywhere">{each}</span>
        </label>
      ))}
    </fieldset>
  )
}
