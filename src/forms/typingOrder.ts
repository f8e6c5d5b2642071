/** The order of typing in the fields of an open form. */
export interface TypingOrder {
  typed: (field: string) => void;
  /** Whether the first field was typed in after the other; undefined where neither was. */
  isTypedAfter: (field: string, other: string) => boolean | undefined;
}

export function typingOrder(): TypingOrder {
  const last: string[] = [];
  return {
    typed(field) {
      const at = last.indexOf(field);
      if (at >= 0) last.splice(at, 1);
      last.push(field);
    },
    isTypedAfter: (field, other) => {
      const [own, its] = [last.indexOf(field), last.indexOf(other)];
      return own === its ? undefined : own > its;
    },
  };
}
