/** Whether text that arrives in pieces is a JSON object or list, and whether it is complete. Reads each piece once. */
export class OpenValue {
  #depth = 0
  #inString = false
  #isEscaped = false
  #isComplete = false

  get isComplete(): boolean {
    return this.#isComplete
  }

  push(piece: string): void {
    for (const character of piece) this.#read(character)
  }

  #read(character: string): void {
    if (this.#inString) this.#readString(character)
    else if (character === '"') this.#inString = true
    else if (character === '{' || character === '[') this.#depth += 1
    else if (character === '}' || character === ']') {
      this.#depth -= 1
      if (this.#depth === 0) this.#isComplete = true
    }
  }

  #readString(character: string): void {
    if (this.#isEscaped) this.#isEscaped = false
    else if (character === '\\') this.#isEscaped = true
    else if (character === '"') this.#inString = false
  }
}
