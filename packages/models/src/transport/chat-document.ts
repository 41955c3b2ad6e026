type Fields = Record<string, unknown>

/** A chat completions answer or chunk with only its first choice, with arguments as text, and with Groq's own usage. */
export function tidyChat(answer: unknown): unknown {
  if (!isFields(answer) || !Array.isArray(answer.choices)) return answer
  const choices = answer.choices.filter((choice) => !isFields(choice) || (choice.index ?? 0) === 0)
  const { usage } = isFields(answer.x_groq) ? answer.x_groq : answer
  return { ...answer, choices: choices.map(tidyChoice), usage: answer.usage ?? usage }
}

/** The same for an answer that arrived whole: it is complete, with or without a finish reason. */
export function tidyWholeChat(answer: unknown): unknown {
  const tidy = tidyChat(answer)
  if (!isFields(tidy) || !Array.isArray(tidy.choices)) return tidy
  const choices = tidy.choices.map((choice) =>
    isFields(choice) ? { ...choice, finish_reason: choice.finish_reason || 'stop' } : choice,
  )
  return { ...tidy, choices }
}

function tidyChoice(choice: unknown): unknown {
  if (!isFields(choice)) return choice
  const { delta, message } = choice
  return {
    ...choice,
    ...(choice.finish_reason === '' && { finish_reason: null }),
    ...(delta !== undefined && { delta: tidySaid(delta) }),
    ...(message !== undefined && { message: tidySaid(message) }),
  }
}

function tidySaid(said: unknown): unknown {
  if (!isFields(said) || !Array.isArray(said.tool_calls)) return said
  return { ...said, tool_calls: said.tool_calls.map(tidyCall) }
}

function tidyCall(call: unknown): unknown {
  if (!isFields(call) || !isFields(call.function)) return call
  const { arguments: input } = call.function
  if (typeof input !== 'object' || input === null) return call
  return { ...call, function: { ...call.function, arguments: JSON.stringify(input) } }
}

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
