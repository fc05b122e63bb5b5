/// The scripts that shells complete words with: what the parser makes of the commands, and what links take besides.
enum CompletionScript {
  /// Makes links complete in a script of bash or zsh; any other text stays as it is.
  static func withLinks(_ text: String) -> String {
    if text.hasPrefix("#!/bin/bash\n") { return text + bash }
    return text.hasPrefix("#compdef ") ? text.replacing(zshBefore, with: zsh) : text
  }

  private static let bash = #"""


    # bash cuts words at colons (COMP_WORDBREAKS), which links hold, and times and names may hold: here such
    # words are whole, and what readline keeps of one is taken off what completes it.
    _setpoint_whole_words() {
        local -a whole=()
        local rest="${COMP_LINE}" kept='' word blanks
        local -i index place=-1 current=0
        for ((index = 0; index < ${#COMP_WORDS[@]}; index++)); do
            word="${COMP_WORDS[index]}"
            blanks="${rest%%[![:space:]]*}"
            rest="${rest#"${blanks}"}"
            rest="${rest#"${word}"}"
            if [[ index -gt 0 && -z "${blanks}" && ("${word}" == :* || "${COMP_WORDS[index - 1]}" == *:) ]]; then
                ((index == COMP_CWORD)) && kept="${whole[place]}"
            else
                ((place += 1))
                whole[place]=''
            fi
            ((index == COMP_CWORD)) && current=place
            whole[place]+="${word}"
        done
        # The cursor stands right behind a colon.
        [[ -z "${2}" ]] && kept="${kept:+${kept}${COMP_WORDS[COMP_CWORD]}}"
        local -a COMP_WORDS=("${whole[@]}")
        local -i COMP_CWORD=current
        _setpoint "${1}" "${kept}${2}" "${whole[current - 1]}"

        for index in "${!COMPREPLY[@]}"; do
            word="${COMPREPLY[index]}"
            COMPREPLY[index]="${word#"${kept}"}"
            # Behind the beginning of a link there is more to come.
            [[ "${word}" == *:// ]] && compopt -o nospace 2>/dev/null
            # readline would take a link for a file's name, and put a backslash before its colon.
            if [[ "${word}" == *://* && "${whole[current]}" != [\'\"]* ]]; then
                compopt +o filenames 2>/dev/null
                printf -v word %q "${COMPREPLY[index]}"
                COMPREPLY[index]="${word}"
            fi
        done
    }

    complete -o filenames -F _setpoint_whole_words setpoint
    """#

  private static let zshBefore =
    #"_describe -V '' non_empty_completions -- empty_completions -P $'\'\''"#

  private static let zsh = #"""
    # Behind the beginning of a link there is more to come.
        local -ar whole=("${(@)non_empty_completions:#*://}")
        local -ar beginnings=("${(@M)non_empty_completions:#*://}")
        _describe -V '' whole -- beginnings -S '' -- empty_completions -P $'\'\''
    """#
}
