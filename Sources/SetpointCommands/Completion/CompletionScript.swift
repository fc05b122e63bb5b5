/// The completion scripts of shells: those of the argument parser, extended for links.
enum CompletionScript {
  /// Extends a script of bash or zsh to complete links; returns other texts unchanged.
  static func withLinks(_ text: String) -> String {
    if text.hasPrefix("#!/bin/bash\n") { return text + bash }
    return text.hasPrefix("#compdef ") ? text.replacing(zshBefore, with: zsh) : text
  }

  private static let bash = #"""


    # bash cuts words at colons (COMP_WORDBREAKS), but addresses, times and names contain colons. This joins the
    # parts, completes the whole word, and removes the part that readline keeps.
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
        # The cursor follows a colon.
        [[ -z "${2}" ]] && kept="${kept:+${kept}${COMP_WORDS[COMP_CWORD]}}"
        local -a COMP_WORDS=("${whole[@]}")
        local -i COMP_CWORD=current
        _setpoint "${1}" "${kept}${2}" "${whole[current - 1]}"

        # readline quotes the names of existing files. It would leave ` $ ~ ! in any other word as they are.
        local -i words=0
        for word in "${COMPREPLY[@]}"; do
            [[ -e "${word/#\~\//${HOME}/}" ]] || words+=1
        done
        ((words > 0)) && compopt +o filenames 2>/dev/null

        for index in "${!COMPREPLY[@]}"; do
            word="${COMPREPLY[index]}"
            # More of an address or a path follows.
            [[ "${word}" == *:// ]] && compopt -o nospace 2>/dev/null
            if ((words > 0)) && [[ "${word}" != */ && -d "${word/#\~\//${HOME}/}" ]]; then
                word+=/
                ((${#COMPREPLY[@]} == 1)) && compopt -o nospace 2>/dev/null
            fi
            word="${word#"${kept}"}"
            ((words > 0)) && word="$(_setpoint_quoted "${word}" "${whole[current]:0:1}")"
            COMPREPLY[index]="${word}"
        done
    }

    # Prints a word as a person types it after the open quote "${2}", which may be empty.
    _setpoint_quoted() {
        local word="${1}" character result=''
        local -i index
        case "${2}" in
        [\'\"])
            for ((index = 0; index < ${#word}; index++)); do
                character="${word:index:1}"
                case "${2}${character}" in
                \'\') result+="'\\''" ;;
                \"!) result+="\"'!'\"" ;;
                \"[\"\\\$\`]) result+="\\${character}" ;;
                *) result+="${character}" ;;
                esac
            done
            # readline drops the open quote before a word that begins with one, and closes it unless the
            # word ends with one.
            [[ "${result}" == "${2}"* ]] && result="${2}${result}"
            [[ "${result}" == *"${2}" ]] && result+="${2}"
            printf %s "${result}"
            ;;
        *)
            # Words that no shell changes stay readable.
            [[ "${word}" != *[![:alnum:]_./,:@%+=-]* ]] && printf %s "${word}" && return
            if [[ "${word}" == \~/* && -e "${HOME}/${word:2}" ]]; then
                printf '~/'
                word="${word:2}"
            fi
            printf %q "${word}"
            ;;
        esac
    }

    complete -o filenames -F _setpoint_whole_words setpoint
    """#

  private static let zshBefore =
    #"_describe -V '' non_empty_completions -- empty_completions -P $'\'\''"#

  private static let zsh = #"""
    # The script turns history expansion off, and then zsh does not escape !.
        setopt bang_hist
        # More follows the beginning of an address.
        local -ar whole=("${(@)non_empty_completions:#*://}")
        local -ar beginnings=("${(@M)non_empty_completions:#*://}")
        _describe -V '' whole -- beginnings -S '' -- empty_completions -P $'\'\''
    """#
}
