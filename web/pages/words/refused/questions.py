"""What a question asked by a form or in an address is refused for: days, lists, players, proposals."""

QUESTIONS = (
    # days and lists
    "{what}: {text} is not a day",
    "{what} is too long",
    "{what} is too large",
    "write it as YYYY-MM-DD",
    "it keeps {lists}",
    "{list} has no live ratings",
    "order it by rating, name or peak",
    "{width} is not a width of bands",
    "1 to 4000",
    "{tournament} is withdrawn: nothing in it stands",
    "there is no kind {name}",
    "one of: {names}",
    # players
    "{player} has no entry up to {day}",
    "a rating comes with an opening or a rated game",
    "{player} came to {rating} in {unit} by rules that were revised since "
    "({edition}); worked out by those of today it is another rating",
    "{player} came to {rating} in {unit}, and the games there do not give that",
    "{player} cannot be their own opponent",
    "name others",
    "give an earlier day",
    "{since} is after {day}, the day of the letters",
    # the committee's proposals
    "{name} is asked for twice",
    "name it once",
    "there is no list {name}",
    "{name} has the editions {names}",
    "a name is a text of 1 to {count} characters",
    "{label} is the list itself",
    "another name for the proposal",
    "the changed numbers are an object with at least one of them",
    "this list has no number {key}",
    "the rows start from {numbers}: write the highest first, each once",
    "name {what}",
)
